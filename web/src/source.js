// Where a run's data comes from: the page itself (report.html), or the program that serves it (drystone view).

import { fromBase64, inflate, readBlock } from "./block.js";
import { makeFrame } from "./frame.js";

const keptFrames = 60;  // decoded, in memory

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
        this.cache = new Map();
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
        this.geometry.turns = new Set(this.geometry.turning);
        this.names = new TextDecoder().decode(this.geometry.names).split("\n");
        this.shapes = shapesOf(this.geometry);
    }

    get frames() {
        return this.header.times.length;
    }

    /// Frame i; the ones looked at last stay in memory.
    frame(i) {
        let promise = this.cache.get(i);
        if (promise) this.cache.delete(i);  // put back at the end: the youngest
        else promise = this.block(`frame/${i}`).then((block) => makeFrame(block, this.geometry));
        this.cache.set(i, promise);
        promise.catch(() => this.cache.delete(i));
        if (this.cache.size > keptFrames) this.cache.delete(this.cache.keys().next().value);
        return promise;
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
}

class ServedRun extends Run {
    async readHeader() {
        return (await this.fetch("run.json")).json();
    }
    async bytes(name) {
        return new Uint8Array(await (await this.fetch(name)).arrayBuffer());
    }
    async fetch(path) {
        const response = await fetch(path, { cache: "no-store" });
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
