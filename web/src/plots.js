// Every column of every table over time. A plot is built when it comes into sight; its mark follows the frame shown, and a
// click in it goes to that time.

import uPlot from "uplot";
import { element, number } from "./dom.js";
import { nearestTo } from "./times.js";

const inks = ["#1b4b72", "#c0562f", "#5d8a4a", "#8a5a9c", "#a3862b", "#4a9a95", "#9c4a5f"];
const together = {  // columns of steps.csv that belong in one picture; the potential has no zero of its own and would hide the others
    energy: ["kinetic", "stored", "strain", "work", "dissipated", "scheme"],
};
const logarithmic = new Set(["residual", "iterations"]);
const onAxis = (value) => (value === null ? "" : String(+value.toPrecision(3)));
const isDecade = (value) => Math.abs(Math.log10(value) - Math.round(Math.log10(value))) < 1e-6;

/// Which columns share a plot: the components of a vector, and the energies. Of the steps, only what happened: a column of
/// zeros is no picture.
export function grouped(columns, tableName) {
    const groups = new Map(tableName === "steps" ? [["energy", []]] : []);
    for (const [name, values] of Object.entries(columns)) {
        if (["time", "step"].includes(name)) continue;
        if (tableName === "steps" && values.every((value) => value === 0)) continue;
        const family = Object.entries(together).find(([, members]) => members.includes(name));
        const key = family ? family[0] : name.replace(/\.[a-z]$/, "");
        groups.set(key, [...(groups.get(key) ?? []), name]);
    }
    return [...groups].filter(([, members]) => members.length > 0);
}

/// Series over the times of both runs, where there are two: who has no row at a time has a gap.
function joined(time, series, values) {
    if (!series.some((s) => s.time)) return [time, ...values];
    const own = series.map((s, i) => i).filter((i) => !series[i].time), other = series.map((s, i) => i).filter((i) => series[i].time);
    const list = (array) => Array.from(array);
    return uPlot.join([[list(time), ...own.map((i) => list(values[i]))], [list(series[other[0]].time), ...other.map((i) => list(values[i]))]]);
}

/// A plot's series over `time`, and beside them those of another run over its own times: {label, values, time, dashed}.
class Plot {
    constructor({ tableName, key, time, series, unitName }, seek) {
        Object.assign(this, { tableName, key, time, series, seek });
        this.node = element("figure", { class: "plot" });
        const unit = unitName ? ` [${unitName}]` : "";
        this.node.append(element("figcaption", {}, element("b", {}, key.replaceAll("_", " ")), `${unit} · ${tableName}`));
        this.mark = element("div", { class: "mark" });
        this.chart = null;
    }

    build() {
        if (this.chart) return;
        const log = logarithmic.has(this.key) && this.series.every(({ values }) => values.some((v) => v > 0));
        // A logarithm has no zero: such points are gaps.
        const values = this.series.map((s) => (log ? Array.from(s.values, (v) => (v > 0 ? v : null)) : s.values));
        const ink = { stroke: "#5c5a54", grid: { stroke: "#e8e4da", width: 1 }, ticks: { stroke: "#cfcabd", width: 1 },
            font: "11px system-ui, sans-serif", size: 62, values: (_, ticks) => ticks.map(onAxis) };
        const decades = { filter: (_, ticks) => ticks.map((t) => (isDecade(t) ? t : null)) };
        const vertical = log ? { ...ink, grid: { ...ink.grid, ...decades }, ticks: { ...ink.ticks, ...decades }, ...decades } : ink;
        this.data = joined(this.time, this.series, values);
        const options = {
            width: this.node.clientWidth, height: 190, legend: { live: true },
            scales: { x: { time: false }, y: log ? { distr: 3 } : {} },
            axes: [{ ...ink, size: 28 }, vertical],
            cursor: { drag: { x: true, y: false } },
            series: [{ label: "t", value: (_, t) => (t === null ? "" : `${number(t)} s`) },
                ...this.series.map((s, i) => ({ label: s.label, stroke: inks[(s.of ?? i) % inks.length], width: 1.4, dash: s.time ? [6, 4] : undefined,
                    spanGaps: Boolean(this.series.at(-1).time), points: { show: this.time.length < 3 }, value: (_, v) => (v === null ? "" : number(v)) }))],
            hooks: { setScale: [() => this.setTime(this.now)], ready: [() => this.setTime(this.now)], setSize: [() => this.setTime(this.now)] },
        };
        this.chart = new uPlot(options, this.data, this.node);
        this.chart.over.append(this.mark);
        this.chart.over.addEventListener("click", (event) => {
            const moved = this.chart.select.width > 2;
            if (!moved) this.seek(this.chart.posToVal(event.offsetX, "x"));
        });
        this.setTime(this.now);
    }

    setTime(time) {
        this.now = time;
        if (!this.chart || time === undefined) return;
        const left = this.chart.valToPos(time, "x");
        this.mark.style.display = left >= 0 && left <= this.chart.over.clientWidth ? "block" : "none";
        this.mark.style.left = `${left}px`;
        if (this.chart.cursor.idx === null || this.chart.cursor.idx === undefined) this.chart.setLegend({ idx: nearestTo(this.data[0], time) });
    }

    resize() {
        if (this.chart) this.chart.setSize({ width: this.node.clientWidth, height: 190 });
    }
}

export class Plots {
    constructor(container, seek) {
        this.container = container;
        this.seek = seek;
        this.list = [];
        this.observer = new IntersectionObserver((entries) => {
            for (const entry of entries)
                if (entry.isIntersecting) this.list.find((plot) => plot.node === entry.target)?.build();
        }, { rootMargin: "200px" });
        window.addEventListener("resize", () => this.list.forEach((plot) => plot.resize()));
    }

    /// `tables`: [{name, columns: {name: values}, note}] in the order they are to be shown; `others`: those of another run, drawn with dashes into
    /// the same plots; `names`: of the two runs.
    show(tables, others = [], names = []) {
        this.list.forEach((plot) => plot.chart?.destroy());
        this.list = [];
        this.container.replaceChildren();
        for (const { name, title, columns, units, note } of tables) {
            const grid = element("div", { class: "grid" });
            const other = others.find((table) => table.name === name)?.columns;
            for (const [key, members] of grouped(columns, name)) {
                const since = name === "steps" && key === "potential";  // what changes of it is all it tells
                const valuesIn = (from, member) => (since ? from[member].map((value) => value - from[member][0]) : from[member]);
                const series = members.map((member) => ({ label: other ? `${member}, ${names[0]}` : member, values: valuesIn(columns, member) }));
                for (const [of, member] of members.entries())
                    if (other?.[member]) series.push({ label: `${member}, ${names[1]}`, values: valuesIn(other, member), time: other.time, of });
                const plot = new Plot({ tableName: name, key: since ? "potential since the start" : key, time: columns.time, series,
                    unitName: units[members[0]] }, this.seek);
                this.list.push(plot);
                grid.append(plot.node);
                this.observer.observe(plot.node);
            }
            if (!grid.children.length) continue;
            this.container.append(element("h3", {}, title ?? (name === "steps" ? "every step" : `probe ${name}`)));
            if (note) this.container.append(element("p", { class: "note" }, note));
            this.container.append(grid);
        }
        this.setTime(this.now);
    }

    setTime(time) {
        this.now = time;
        for (const plot of this.list) plot.setTime(time);
    }
}
