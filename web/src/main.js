// The page of a run: opens the data, then the view, the timeline and the plots.

import "uplot/dist/uPlot.min.css";
import "./style.css";
import { element } from "./dom.js";
import { Plots } from "./plots.js";
import { openRun } from "./source.js";
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

async function start() {
    const box = document.getElementById("view");
    box.replaceChildren();
    const run = await openRun();
    const page = { run };
    window.drystone = page;  // for the curious, and for the tests
    const timelineBox = element("div", { class: "timeline" });
    if (run.frames > 0) {
        try {
            page.view = new View(box, run);
        } catch (error) {
            complain(box, `No 3D view: ${error.message}`);
        }
    } else {
        complain(box, "No frame was stored in this run.");
    }
    box.after(timelineBox);
    page.timeline = new Timeline(timelineBox, run, async (i) => {
        await page.view?.show(i);
        page.plots?.setTime(run.header.times[i]);
    });
    page.plots = new Plots(document.getElementById("plots"), (time) => page.timeline.seek(time));
    if (run.frames > 0) await page.timeline.go(run.frames - 1);
    const tables = await readTables(run);
    page.plots.show(tables);
    page.xy = new XyPlot(document.getElementById("xy"), (time) => page.timeline.seek(time));
    page.xy.show(tables);
    page.ready = true;
    document.body.dataset.ready = "yes";
    run.follow(async (grown) => {
        if (grown) await page.view?.reload();
        page.timeline.extend();
        const more = await readTables(run);
        page.plots.show(more);
        page.xy.show(more);
    });
}

start().catch((error) => {
    console.error(error);
    complain(document.getElementById("view"), `The data cannot be read: ${error.message}`);
});
