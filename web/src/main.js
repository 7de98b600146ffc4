// The page of a run: opens the data, then the view, the timeline and the plots. Of two runs the views are side by side, and the plots have both.

import "uplot/dist/uPlot.min.css";
import "./style.css";
import { Crowd } from "./crowd.js";
import { element } from "./dom.js";
import { Clock, makeAlike, Pair } from "./pair.js";
import { Plots } from "./plots.js";
import { Solids } from "./solids.js";
import { openOther, openRun } from "./source.js";
import { XyPlot } from "./xy.js";
import { Timeline } from "./timeline.js";
import { View } from "./view.js";

function complain(container, text) {
    container.replaceChildren(element("p", { class: "warning" }, text));
}

async function readTables(run) {
    const tables = [];
    for (const [i, { name, columns, units, note }] of run.header.tables.entries()) {
        const block = await run.block(`table/${i}`);
        tables.push({ name, note, columns: Object.fromEntries(columns.map((column) => [column, block[column].values])),
            units: Object.fromEntries(columns.map((column, k) => [column, units[k]])) });
    }
    return tables;
}

class Page {
    constructor(box, runs) {
        Object.assign(this, { box, runs, run: runs[0] });
        this.clock = runs.length > 1 ? new Clock(runs) : this.run;
        this.timelineBox = element("div", { class: "timeline" });
        this.trackBox = element("div", { class: "tracks" });
        this.openView();
        box.after(this.timelineBox, this.trackBox);
        const seek = (time) => this.timeline.seek(time);
        this.timeline = new Timeline(this.timelineBox, this.clock, (i) => this.showFrame(i));
        this.plots = new Plots(document.getElementById("plots"), seek);
        this.tracks = new Plots(this.trackBox, seek);  // of the body that was clicked
        this.xy = new XyPlot(document.getElementById("xy"), seek);
    }

    openView() {
        if (this.runs.some((run) => run.frames === 0)) return complain(this.box, "No frame was stored in this run.");
        try {
            if (this.runs.length > 1) this.pair = new Pair(this.box, this.runs);
            else this.view = new View(this.box, this.run);
        } catch (error) {
            return complain(this.box, `No 3D view: ${error.message}`);
        }
        this.view ??= this.pair.views[0];
        for (const view of this.views) view.onPick = (picked, body) => this.track(picked, body);
    }

    get views() {
        return this.pair?.views ?? (this.view ? [this.view] : []);
    }

    async showFrame(i) {
        const time = this.clock.header.times[i];
        for (const plots of [this.plots, this.tracks, this.xy]) plots?.setTime(time);
        await (this.pair ? this.pair.showTime(time) : this.view?.show(i));
    }

    async readTables() {
        const [first, second] = await Promise.all(this.runs.map(readTables));
        this.plots.show(first, second, this.runs.map((run) => run.label));
        this.xy.show(first);
        for (const plots of [this.plots, this.xy]) plots.setTime(this.clock.header.times[this.timeline.index]);
    }

    /// A body that was clicked, through time; in the other run the one of the same name.
    async track(view, body) {
        const token = (this.tracked = {});
        this.tracks.show([]);
        const name = view.run.names[body ?? -1];
        const bodies = this.runs.map((run) => (run === view.run ? body ?? -1 : name ? run.names.indexOf(name) : -1));
        this.views.forEach((other, k) => { if (other !== view) other.select(bodies[k]); });
        if (body === undefined) return;
        const tables = await Promise.all(this.runs.map((run, k) => (bodies[k] >= 0 ? run.track(bodies[k]) : null)));
        if (this.tracked !== token) return;
        const own = tables[this.runs.indexOf(view.run)];
        for (const table of tables) if (table) Object.assign(table, { name: own.name, title: `${own.name} through time` });
        this.tracks.show(tables[0] ? [tables[0]] : [own], tables[0] && tables[1] ? [tables[1]] : undefined, this.runs.map((run) => run.label));
        this.tracks.setTime(this.clock.header.times[this.timeline.index]);
    }

    follow() {
        for (const [k, run] of this.runs.entries()) {
            run.follow(async (grown) => {
                if (grown) await this.views[k]?.reload();
                this.timeline.extend();
                await this.readTables();
            });
        }
    }
}

async function open() {
    const run = await openRun();
    if (!run.header.beside) return [run];
    const other = await openOther();
    if (other.header.dimension !== run.header.dimension) throw new Error("a run in the plane and one in space cannot be compared");
    makeAlike(run.header, other.header);
    return [run, other];
}

async function start() {
    const box = document.getElementById("view");
    box.replaceChildren();
    const page = new Page(box, await open());
    window.drystone = Object.assign(page, { Crowd, Solids });  // for the curious, and for the tests
    if (page.clock.frames > 0) await page.timeline.go(page.clock.frames - 1);
    await page.readTables();
    page.ready = true;
    document.body.dataset.ready = "yes";
    page.follow();
}

start().catch((error) => {
    console.error(error);
    complain(document.getElementById("view"), `The data cannot be read: ${error.message}`);
});
