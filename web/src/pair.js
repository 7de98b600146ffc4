// Two runs side by side: one clock, one camera, the same colours and the same controls for both.

import { element } from "./dom.js";
import { nearestTo, unionOf } from "./times.js";
import { View } from "./view.js";

/// The time of several runs as that of one.
export class Clock {
    constructor(runs) {
        this.runs = runs;
    }
    get header() {
        const frames = this.runs.reduce((sum, run) => sum + run.frames, 0);
        if (this.seen !== frames) {
            this.seen = frames;
            this.times = unionOf(this.runs.map((run) => run.header.times));
        }
        return { times: this.times, stages: this.runs[0].header.stages };
    }
    get frames() {
        return this.header.times.length;
    }
}

/// The same range of colours, the same length of forces, the same extent of the scene for both.
export function makeAlike(a, b) {
    for (const c of [0, 1, 2]) {
        a.bounds.low[c] = b.bounds.low[c] = Math.min(a.bounds.low[c], b.bounds.low[c]);
        a.bounds.high[c] = b.bounds.high[c] = Math.max(a.bounds.high[c], b.bounds.high[c]);
    }
    a.grain = b.grain = Math.max(a.grain, b.grain);
    for (const name of new Set([...Object.keys(a.ranges), ...Object.keys(b.ranges)]))
        a.ranges[name] = b.ranges[name] = Math.max(a.ranges[name] ?? 0, b.ranges[name] ?? 0);
    for (const field of a.fields ?? []) {
        const same = b.fields?.find(({ name }) => name === field.name);
        if (!same) continue;
        field.low = same.low = Math.min(field.low, same.low);
        field.high = same.high = Math.max(field.high, same.high);
    }
}

const forwarded = ["setMode", "setForces", "setThrust", "setForceScale", "setOpacity", "setWalls", "setSection", "setMagnified", "setCrosses", "look"];

/// Views that change together; looks like one to the controls.
export class Pair {
    constructor(box, runs) {
        this.views = [];
        const alike = runs[0].header.name === runs[1].header.name;
        runs.forEach((run, k) => { run.label = alike ? `${run.header.name}, ${["left", "right"][k]}` : run.header.name; });
        for (const run of runs) {
            const view = new View(box, run, { side: this.views[0]?.side ?? null });
            view.canvasBox.append(view.caption = element("div", { class: "caption" }));
            this.views.push(view);
        }
        const [first, second] = this.views;
        first.canvasBox.after(second.canvasBox);
        first.stage.moved = () => second.stage.follow(first.stage);
        second.stage.moved = () => first.stage.follow(second.stage);
        first.control(this);
        for (const method of forwarded) this[method] = (...change) => Promise.all(this.views.map((view) => view[method](...change)));
        this.setForces(first.forces.style);
        this.look("fit");  // the first had all the width when it looked
    }
    get mode() { return this.views[0].mode; }
    get forces() { return this.views[0].forces; }
    get opacity() { return this.views[0].opacity; }

    /// Each run's frame nearest to a time.
    async showTime(time) {
        await Promise.all(this.views.map(async (view) => {
            const index = nearestTo(view.run.header.times, time);
            view.caption.textContent = `${view.run.label}  ·  ${view.run.header.times[index].toPrecision(4)} s`;
            await view.show(index);
        }));
    }
}
