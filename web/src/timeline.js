// Play, pause, scrub: which frame is shown.

import { element } from "./dom.js";
import { nearestTo } from "./times.js";

export class Timeline {
    /// `show(i)` is called, and waited for, whenever another frame is wanted.
    constructor(container, run, show) {
        this.run = run;
        this.show = show;
        this.index = -1;
        this.playing = false;
        this.rate = 25;  // frames a second
        this.button = element("button", { class: "play", title: "play or pause (space)" }, "▶");
        this.slider = element("input", { type: "range", min: 0, step: 1, value: 0, "aria-label": "frame" });
        this.clock = element("output", { class: "clock" });
        this.speed = element("select", { title: "frames a second" });
        for (const rate of [2, 5, 10, 25, 50]) this.speed.append(element("option", { value: rate }, `${rate} fps`));
        this.speed.value = this.rate;
        this.stages = element("div", { class: "stages" });
        container.append(this.button, element("div", { class: "track" }, this.slider, this.stages), this.clock, this.speed);
        this.button.addEventListener("click", () => this.toggle());
        this.slider.addEventListener("input", () => { this.pause(); this.go(+this.slider.value); });
        this.speed.addEventListener("change", () => { this.rate = +this.speed.value; });
        document.addEventListener("keydown", (event) => this.key(event));
        this.extend();
    }

    /// The run has more frames than before.
    extend() {
        this.slider.max = Math.max(this.run.frames - 1, 0);
        this.markStages();
        this.tell();
    }

    /// Names of the stages of a run, each where its first frame is.
    markStages() {
        const { times, stages = [] } = this.run.header, last = Math.max(times.length - 1, 1);
        this.stages.replaceChildren(...stages.map(({ name, begin }) => {
            const first = times.findIndex((time) => time >= begin - 1e-9 * Math.abs(begin));
            const mark = element("span", { title: `stage ${name}, from ${begin.toPrecision(4)} s` }, name);
            mark.style.left = `${(100 * (first < 0 ? last : first)) / last}%`;
            return mark;
        }));
    }

    key(event) {
        if (/input|select|textarea/i.test(event.target.tagName) && event.target.type !== "range") return;
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (event.key === " ") this.toggle();
        else if (step) { this.pause(); this.go(this.index + step); }
        else if (event.key === "Home") this.go(0);
        else if (event.key === "End") this.go(this.run.frames - 1);
        else return;
        event.preventDefault();
    }

    async go(index) {
        const wanted = Math.min(Math.max(index, 0), this.run.frames - 1);
        if (wanted === this.index) return;
        this.index = wanted;
        this.tell();
        await this.show(wanted);
    }

    /// The frame nearest to a time.
    async seek(time) {
        this.pause();
        await this.go(nearestTo(this.run.header.times, time));
    }

    tell() {
        this.slider.value = this.index;
        const time = this.run.header.times[Math.max(this.index, 0)] ?? 0;
        this.clock.textContent = `${time.toPrecision(4)} s  ·  ${Math.max(this.index, 0) + 1} / ${this.run.frames}`;
        if (this.run.header.changes) this.tellCount(Math.max(this.index, 0));
    }

    /// How many bodies are there, where they come and go.
    async tellCount(index) {
        if (index >= this.run.frames) return;
        const { count } = await this.run.frame(index);
        if (index === Math.max(this.index, 0)) this.clock.textContent = `${this.clock.textContent.split("  ·  ").slice(0, 2).join("  ·  ")}  ·  ${count} bodies`;
    }

    toggle() {
        this.playing ? this.pause() : this.play();
    }

    pause() {
        this.playing = false;
        this.button.textContent = "▶";
    }

    async play() {
        this.playing = true;
        this.button.textContent = "❚❚";
        if (this.index >= this.run.frames - 1) await this.go(0);
        while (this.playing && this.index < this.run.frames - 1) {
            const start = performance.now();
            await this.go(this.index + 1);
            const rest = 1000 / this.rate - (performance.now() - start);
            await new Promise((wake) => setTimeout(wake, Math.max(rest, 0)));
        }
        this.pause();
    }
}
