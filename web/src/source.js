// Where a run's data comes from: the page itself (report.html), or the program that serves it (drystone view).

import { fromBase64, inflate, readBlock } from "./block.js";
import { Fetcher } from "./fetcher.js";
import { makeFrame } from "./frame.js";
import { addPiece, FrameCache, missing } from "./pieces.js";

const keptBytes = 512e6;  // of decoded frames
const ahead = 4;          // frames that are fetched before they are wanted

/// The convex shapes as {vertices: [[x, y, z]], faces: [[vertex indices]]}.
function shapesOf(geometry) {
    const { shape_vertices, shape_vertices_of, shape_faces_of, shape_corners_of, shape_corners } = geometry;
    let vertex = 0, face = 0, corner = 0;
    return Array.from(shape_vertices_of, (count, s) => {
        const vertices = [], faces = [];
        for (let i = 0; i < count; ++i, ++vertex)
            vertices.push(Array.from(shape_vertices.subarray(3 * vertex, 3 * vertex + 3)));
        for (let i = 0; i < shape_faces_of[s]; ++i, ++face) {
            faces.push(Array.from(shape_corners.subarray(corner, corner + shape_corners_of[face])));
            corner += shape_corners_of[face];
        }
        return { vertices, faces };
    });
}

class Run {
    constructor() {
        this.cache = new FrameCache(keptBytes);
        this.cache.shared = () => this.geometry.unturned;
    }

    async open() {
        this.header = await this.readHeader();
        await this.readGeometry();
        return this;
    }

    async readGeometry() {
        const columns = await this.block("geometry");
        this.geometry = { bodies: this.header.bodies };
        for (const [name, column] of Object.entries(columns)) this.geometry[name] = column?.values;
        const turns = new Uint8Array(this.header.bodies);
        for (const body of this.geometry.turning) turns[body] = 1;
        this.geometry.turns = { has: (body) => turns[body] === 1 };
        this.names = new TextDecoder().decode(this.geometry.names).split("\n");
        this.shapes = shapesOf(this.geometry);
    }

    get frames() {
        return this.header.times.length;
    }

    /// Frame i, of a large run with the places and turns of its bodies; complete() has the rest.
    frame(i) {
        return this.cache.get(i, async () => {
            const frame = makeFrame(await this.block(this.header.pieces ? `frame/${i}/bodies` : `frame/${i}`), this.geometry);
            return Object.assign(frame, { index: i, values: {} });
        });
    }

    /// Whether a frame has what is wanted: {mode, forces}.
    isComplete(frame, wants) {
        return !this.header.pieces || missing(frame, wants, this.fieldModes).length === 0;
    }

    /// Fetches what is wanted and not there.
    async complete(frame, wants) {
        if (this.isComplete(frame, wants)) return frame;
        for (const piece of missing(frame, wants, this.fieldModes))
            addPiece(frame, piece, await this.block(`frame/${frame.index}/${piece.join("/")}`), this.geometry);
        this.cache.weigh(frame.index, frame);
        return frame;
    }

    get fieldModes() {
        return new Set((this.header.fields ?? []).map(({ name }) => `field:${name}`));
    }

    /// Has the next frames ready, one after the other, until it is asked for others.
    async prefetch(i, wants) {
        const wish = (this.wish = {});
        for (let k = i + 1; k <= i + ahead && k < this.frames; ++k) {
            if (this.wish !== wish) return;
            await this.complete(await this.frame(k), wants);
        }
    }

    /// Body i through all frames, as a table: time, position, displacement, velocity, speed, spin.
    async track(body) {
        const columns = await this.trackColumns(body);
        const parts = (name) => ["x", "y", "z"].map((c) => columns[`${name}.${c}`]).filter(Boolean);
        const sized = (lists, from) => columns.time.map((_, k) => Math.hypot(...lists.map((list) => list[k] - (from ? list[first] : 0))));
        const position = parts("position"), first = Math.max(0, position[0].findIndex((x) => Number.isFinite(x)));
        columns.displacement = sized(position, true);
        columns.speed = sized(parts("velocity"), false);
        const units = { time: "s", position: "m", displacement: "m", velocity: "m/s", speed: "m/s", angular_velocity: "rad/s" };
        return { name: this.name(body), columns, units: Object.fromEntries(Object.keys(columns).map((name) => [name, units[name.split(".")[0]]])) };
    }

    async block(name) {
        return readBlock(await inflate(await this.bytes(name)));
    }

    /// The field of meshes that a way to colour means, {name, low, high}, or undefined.
    field(mode) {
        return this.header.fields?.find(({ name }) => mode === `field:${name}`);
    }

    name(body) {
        return this.names[body] || `body ${body}`;
    }
}

class EmbeddedRun extends Run {
    async readHeader() {
        return JSON.parse(document.getElementById("run").textContent);
    }
    async bytes(name) {
        return fromBase64(document.getElementById(name).textContent.trim());
    }
    async follow() {}

    /// From the frames, which have all there is.
    async trackColumns(body) {
        const d = this.header.dimension, columns = { time: new Float64Array(this.frames) };
        const put = (name, k, values) => values.forEach((value, c) => {
            const key = values.length === 1 ? name : `${name}.${"xyz"[c]}`;
            (columns[key] ??= new Float64Array(this.frames))[k] = value;
        });
        for (let k = 0; k < this.frames; ++k) {
            const frame = await this.frame(k), row = (all) => Array.from(all.subarray(3 * body, 3 * body + 3));
            columns.time[k] = frame.time;
            put("position", k, row(frame.position).slice(0, d));
            put("velocity", k, row(frame.velocity).slice(0, d));
            if (frame.spin) put("angular_velocity", k, d === 2 ? row(frame.spin).slice(2) : row(frame.spin));
        }
        return columns;
    }
}

class ServedRun extends Run {
    constructor(at = "") {
        super();
        this.at = at;  // below the page
        this.fetcher = new Fetcher();
    }
    async readHeader() {
        return (await this.fetch("run.json")).json();
    }
    block(name) {
        return this.fetcher.block(this.at + name);
    }
    async trackColumns(body) {
        const block = await this.block(`body/${body}`);
        return Object.fromEntries(Object.entries(block).filter(([, column]) => column?.values).map(([name, column]) => [name, column.values]));
    }
    /// The numbers of a body in a frame that came in pieces.
    async numbers(frame, body) {
        return (await this.fetch(`frame/${frame.index}/body/${body}`)).json();
    }
    async fetch(path) {
        const response = await fetch(this.at + path, { cache: "no-store" });
        if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
        return response;
    }

    /// Calls `changed` whenever a run that goes on has new frames.
    async follow(changed) {
        let pause = 1000;  // [ms]; longer where there is much to fetch
        while (!this.header.ended) {
            await new Promise((wake) => setTimeout(wake, pause));
            const start = performance.now();
            try {
                const header = await this.readHeader();
                const grown = header.times.length > this.frames || header.ended;
                this.header = header;
                const more = header.bodies !== this.geometry.bodies;  // bodies have come
                if (more) {
                    await this.readGeometry();
                    this.cache.clear();
                }
                if (grown) await changed(more);
                pause = Math.max(1000, 5 * (performance.now() - start));
            } catch (error) {
                console.warn("the program no longer answers:", error.message);
            }
        }
    }
}

export const openRun = () => (document.getElementById("run") ? new EmbeddedRun() : new ServedRun()).open();

/// The run that is to be seen beside it.
export const openOther = () => new ServedRun("beside/").open();
