// Any column against any other: force over displacement, a probe over another. Curves may turn back, so they are drawn as SVG, point after point.

import { element, number } from "./dom.js";
import { nearestTo } from "./times.js";

const size = { width: 620, height: 380, left: 84, right: 20, top: 16, bottom: 52 };
const svgElement = (tag, attributes = {}, text = "") => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.textContent = text;
    return node;
};

/// Round numbers between low and high.
export function ticks(low, high, most = 7) {
    const raw = (high - low) / most, ten = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map((digit) => digit * ten).find((candidate) => candidate >= raw * (1 - 1e-9));
    const out = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k) out.push(k * step);
    return out;
}

/// The values of a track at the times of another: between its rows.
export function atTimes(time, values, wanted) {
    let k = 0;
    return Float64Array.from(wanted, (t) => {
        while (k < time.length && time[k] < t) ++k;
        if (k < time.length && time[k] === t) return values[k];
        if (k === 0 || k === time.length) return NaN;
        const s = (t - time[k - 1]) / (time[k] - time[k - 1]);
        return (1 - s) * values[k - 1] + s * values[k];
    });
}

export class XyPlot {
    /// `seek(time)`: a click on the curve goes to that frame.
    constructor(container, seek) {
        Object.assign(this, { container, seek });
        this.x = this.y = null;
        this.fromStart = true;
    }

    show(tables) {
        this.tracks = new Map();
        for (const { name, columns, units } of tables)
            for (const [column, values] of Object.entries(columns))
                if (!["time", "step"].includes(column))
                    this.tracks.set(`${name}.${column}`, { time: columns.time, values, unit: units[column], label: `${column} of ${name}` });
        const keys = [...this.tracks.keys()].filter((key) => !key.startsWith("steps."));
        if (!this.tracks.size) return;
        const first = (list, test) => list.find((key) => test.test(key));
        this.x ??= first(keys, /position|displacement|opening/) ?? [...this.tracks.keys()][0];
        this.y ??= first(keys, /force|normal|reaction/) ?? keys.at(-1) ?? [...this.tracks.keys()].at(-1);
        this.build();
    }

    /// A choice of columns, or a tick, with what it changes.
    choice(label, key) {
        const select = element("select", { "data-control": `plot ${key}` });
        if (key === "x") select.append(element("option", { value: "time" }, "time"));
        for (const [name, track] of this.tracks) select.append(element("option", { value: name }, track.label));
        select.value = this[key];
        select.addEventListener("change", () => { this[key] = select.value; this.draw(); });
        return element("label", {}, element("span", {}, label), select);
    }

    build() {
        const start = element("input", { type: "checkbox", "data-control": "plot from start" });
        start.checked = this.fromStart;
        start.addEventListener("change", () => { this.fromStart = start.checked; this.draw(); });
        this.box = element("div", { class: "xy-box" });
        this.container.replaceChildren(element("h3", {}, "one against the other"),
            element("div", { class: "xy-controls" }, this.choice("y", "y"), this.choice("over x", "x"),
                element("label", {}, element("span", {}, "x since the start"), start)), this.box);
        this.draw();
    }

    points() {
        const y = this.tracks.get(this.y);
        const track = this.tracks.get(this.x);
        const x = track ? atTimes(track.time, track.values, y.time) : Float64Array.from(y.time);
        const start = this.fromStart && track ? x.find((value) => Number.isFinite(value)) ?? 0 : 0;
        return { x: x.map((value) => value - start), y: y.values, time: y.time, unitX: track ? track.unit : "s", unitY: y.unit,
            ofX: track ? track.label + (this.fromStart ? " since the start" : "") : "time", ofY: y.label };
    }

    draw() {
        const data = this.points();
        const finite = [...data.x.keys()].filter((k) => Number.isFinite(data.x[k]) && Number.isFinite(data.y[k]));
        const range = (values) => {
            let low = Infinity, high = -Infinity;
            for (const k of finite) { low = Math.min(low, values[k]); high = Math.max(high, values[k]); }
            if (!(low <= high)) return [0, 1];
            const room = high > low ? 0.03 * (high - low) : Math.max(0.05 * Math.abs(high), 1e-12);
            return [low - room, high + room];
        };
        const [x0, x1] = range(data.x), [y0, y1] = range(data.y);
        const { width, height, left, right, top, bottom } = size;
        const px = (x) => left + ((x - x0) / (x1 - x0)) * (width - left - right);
        const py = (y) => height - bottom - ((y - y0) / (y1 - y0)) * (height - top - bottom);
        const svg = svgElement("svg", { viewBox: `0 0 ${width} ${height}`, class: "xy-plot" });
        const grid = (x, y, u, v) => svg.append(svgElement("line", { x1: x, y1: y, x2: u, y2: v, stroke: "#e2ded3" }));
        const words = (x, y, text, more = {}) => svg.append(svgElement("text", { x, y, "font-size": 11, fill: "#4c4a45", ...more }, text));
        for (const tick of ticks(x0, x1)) { grid(px(tick), top, px(tick), height - bottom); words(px(tick), height - bottom + 15, number(tick), { "text-anchor": "middle" }); }
        for (const tick of ticks(y0, y1)) { grid(left, py(tick), width - right, py(tick)); words(left - 6, py(tick) + 4, number(tick), { "text-anchor": "end" }); }
        const name = (of, unit) => of.replaceAll("_", " ") + (unit ? ` [${unit}]` : "");
        words((left + width - right) / 2, height - 12, name(data.ofX, data.unitX), { "text-anchor": "middle" });
        words(0, 0, name(data.ofY, data.unitY), { "text-anchor": "middle", transform: `translate(16 ${(top + height - bottom) / 2}) rotate(-90)` });
        // A number that is not there interrupts the line.
        const path = finite.map((k, i) => `${i > 0 && finite[i - 1] === k - 1 ? "L" : "M"}${px(data.x[k]).toFixed(2)},${py(data.y[k]).toFixed(2)}`).join("");
        svg.append(svgElement("path", { d: path, fill: "none", stroke: "#1b4b72", "stroke-width": 1.6, "stroke-linejoin": "round", class: "curve" }));
        svg.addEventListener("click", (event) => this.pick(event, svg, finite, data, px, py));
        this.dot = svgElement("circle", { r: 5, fill: "#d9902f", class: "now" });
        svg.append(this.dot);
        this.placeDot = (time) => {
            const k = nearestTo(data.time, time ?? NaN), there = Number.isFinite(data.x[k]) && Number.isFinite(data.y[k]) && time !== undefined;
            this.dot.setAttribute("visibility", there ? "visible" : "hidden");
            if (there) this.dot.setAttribute("cx", px(data.x[k]));
            if (there) this.dot.setAttribute("cy", py(data.y[k]));
        };
        this.placeDot(this.now);
        this.box.replaceChildren(svg);
        this.shown = data;  // for the tests
    }

    /// The time that is shown: a dot on the curve.
    setTime(time) {
        this.now = time;
        this.placeDot?.(time);
    }

    /// To the time of the point nearest to where was clicked.
    pick(event, svg, finite, data, px, py) {
        const box = svg.getBoundingClientRect(), scale = size.width / box.width;
        const x = (event.clientX - box.left) * scale, y = (event.clientY - box.top) * scale;
        let best = null, nearest = Infinity;
        for (const k of finite) {
            const distance = Math.hypot(px(data.x[k]) - x, py(data.y[k]) - y);
            if (distance < nearest) { nearest = distance; best = k; }
        }
        if (best !== null) this.seek(data.time[best]);
    }
}
