// Very many solids (blocks, polyhedra, polygons), in chunks (chunks.js); by the radius of the ball that holds the largest of a chunk
//
//     near        r >= 8 pixels    every triangle; simple shapes (at most twice as many as the next level has) from 2 on, chunks of nothing but boxes
//                                  only where the section cuts them, for the next level is exact
//     middling    r >= 2           the three sides that face the eye of a box as large: 6 triangles (in the plane one side)
//     far         r < 2            a point as large as that box looks; of solids smaller than a pixel so many as cover the pixels that all would
//
// A solid costs 32 bytes a frame (place, colour, turn) and 4 once (its shape); equal shapes are kept once (16 bytes a corner, 8 a triangle). Solids of one draw
// have equally many vertices, so a chunk is in groups by triangles, rounded up to a step of `ladder`.

import * as THREE from "three";
import { keepWithin, sortIntoChunks, spreadOver, textureWidth } from "./chunks.js";
import { absent, Many, pale } from "./many.js";
import { multiply, turn } from "./quaternion.js";
import { boxShader, nearShader, pointShader } from "./solid_shaders.js";
import { ShapeTable } from "./solid_shapes.js";

const smallChunk = 128;
const nearPixels = 8, middlingPixels = 2, smallPixels = 0.7, largestPoint = 12;  // radii

const texture = (values, format, height) => Object.assign(new THREE.DataTexture(values, textureWidth, height, format, THREE.FloatType), { needsUpdate: true });

export class Solids extends Many {
    constructor(run, parts, uniforms, Look) {
        super(run, parts, ["state", "turns"]);
        this.shapes = new ShapeTable(run.shapes, this.flat);
        this.uniforms = { ...uniforms, ...this.shapes.textures(), state: { value: null }, turns: { value: null }, which: { value: null },
            enlarged: { value: 1 }, pixels: { value: 1 }, flatPlace: { value: this.flat ? 1 : 0 } };
        this.boxVertices = this.flat ? 6 : 18;
        const nears = this.shapes.ladder.map((triangles) => new Look(nearShader, { ...this.uniforms, vertices: { value: 3 * triangles } }));
        const boxes = new Look(boxShader, this.uniforms), points = new Look(pointShader, this.uniforms);
        this.looks = [...nears, boxes, points];
        this.faces = new THREE.BufferGeometry();
        this.points = new THREE.BufferGeometry();
        this.objects = ["veil", "skin"].flatMap((layer, i) => [new THREE.Mesh(this.faces, [...nears, boxes].map((look) => look[layer])),
            new THREE.Points(this.points, [points[layer]])].map((object) => Object.assign(object, { frustumCulled: false, renderOrder: 1 + i })));
        this.arm = new Float64Array(3);
        this.turned = new Float64Array(4);
        this.room(parts.length);
    }

    /// Textures for so many solids.
    room(count) {
        this.disposeTextures();
        const height = Math.max(1, Math.ceil(count / textureWidth)), { uniforms } = this;
        this.capacity = height * textureWidth;
        this.state = new Float32Array(4 * this.capacity);
        this.turns = new Float32Array(4 * this.capacity);
        this.which = new Float32Array(this.capacity);
        this.owner = new Int32Array(this.capacity).fill(-1);
        uniforms.state.value = texture(this.state, THREE.RGBAFormat, height);
        uniforms.turns.value = texture(this.turns, THREE.RGBAFormat, height);
        uniforms.which.value = texture(this.which, THREE.RedFormat, height);
        const most = Math.max(this.boxVertices, 3 * this.shapes.ladder.at(-1));
        for (const [geometry, vertices] of [[this.faces, most], [this.points, 1]]) {
            geometry.setDrawRange(0, vertices * this.capacity);
            geometry.boundingSphere = new THREE.Sphere(new THREE.Vector3(), Infinity);
        }
        this.slots = null;
    }

    /// Sorts the solids by their places in a frame, within chunks by their triangles.
    sort(frame) {
        const { part_body: body, part_solid: shape } = this.run.geometry, { shapes } = this;
        Object.assign(this, sortIntoChunks(frame.home, body, this.parts, smallChunk));
        for (const chunk of this.chunks) {
            const members = Array.from(this.slots.subarray(chunk.start, chunk.start + chunk.count)), byStep = new Map();
            for (const p of members) {
                const step = shapes.step[shape[p]];
                if (!byStep.has(step)) byStep.set(step, []);
                byStep.get(step).push(p);
            }
            chunk.groups = [];
            let start = chunk.start;
            for (const [step, list] of [...byStep].sort(([a], [b]) => a - b)) {
                this.slots.set(spreadOver(list), start);
                chunk.groups.push({ start, count: list.length, step });
                start += list.length;
            }
            this.describe(chunk, members);
        }
        for (let s = 0; s < this.slots.length; ++s) {
            this.which[s] = shape[this.slots[s]];
            this.owner[s] = body[this.slots[s]];
        }
        this.uniforms.which.value.needsUpdate = true;
    }

    /// What does not change about a chunk: its largest solid, the triangles of a solid that is drawn true, whether all are boxes.
    describe(chunk, parts) {
        const { part_radius: radius, part_solid: shape } = this.run.geometry, { shapes } = this;
        chunk.largest = parts.reduce((most, p) => Math.max(most, radius[p]), 0);
        chunk.triangles = chunk.groups.reduce((sum, { count, step }) => sum + count * shapes.ladder[step], 0) / parts.length;
        chunk.boxes = parts.every((p) => shapes.isBox[shape[p]]);
    }

    /// Puts part p into a slot, moved by `shift`, and into the box of its chunk; nothing where its body is not there.
    put(frame, s, p, code, shift, box) {
        const { part_centre: centre, part_turn: own, part_body: body, part_radius: radius } = this.run.geometry, { state, turns, arm, turned } = this;
        const { home, rotation } = frame, i = body[p], r = radius[p];
        turn(rotation, 4 * i, centre, 3 * p, arm);
        multiply(rotation, 4 * i, own, 4 * p, turned);
        for (let c = 0; c < 3; ++c) {
            const x = home[3 * i + c] + arm[c] + (shift === null ? 0 : shift[c]);
            state[4 * s + c] = x;
            if (x - r < box[c]) box[c] = x - r;
            if (x + r > box[3 + c]) box[3 + c] = x + r;
        }
        for (let c = 0; c < 4; ++c) turns[4 * s + c] = turned[c];
        state[4 * s + 3] = home[3 * i] === home[3 * i] ? code : absent;
    }

    /// Fills the textures; returns the sum of the chunks' diagonals.
    write(frame, codes) {
        const { part_body: body } = this.run.geometry;
        let extent = 0;
        for (const { start, count, box } of this.chunks) {
            box.fill(Infinity, 0, 3).fill(-Infinity, 3);
            for (let s = start; s < start + count; ++s) this.put(frame, s, this.slots[s], codes[body[this.slots[s]]], null, box);
            if (box[3] >= box[0]) extent += Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
        }
        return extent;
    }

    /// Images in a cell that repeats: a chunk of their own, behind the others.
    writeImages(frame, codes, images) {
        const { part_body: body, part_solid: shape } = this.run.geometry, n = this.parts.length, { shapes } = this;
        const box = new Float32Array([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
        images.sort((a, b) => shapes.step[shape[a.p]] - shapes.step[shape[b.p]]);
        const chunk = { start: n, count: images.length, box, groups: [] };
        images.forEach(({ p, shift }, k) => {
            this.put(frame, n + k, p, codes[body[p]] + pale, shift, box);
            this.which[n + k] = shape[p];
            this.owner[n + k] = body[p];
            const step = shapes.step[shape[p]];
            if (chunk.groups.at(-1)?.step === step) ++chunk.groups.at(-1).count;
            else chunk.groups.push({ start: n + k, count: 1, step });
        });
        if (images.length) {
            this.describe(chunk, images.map(({ p }) => p));
            this.uniforms.which.value.needsUpdate = true;
        }
        this.images = images.length ? chunk : null;
    }

    draw(seen, detail, most) {
        const pointed = detail < 1 ? largestPoint : middlingPixels;
        for (const one of seen) {
            const { chunk, r, isCut } = one, isSimple = chunk.triangles <= (2 * this.boxVertices) / 3;
            const whole = isCut || (!chunk.boxes && (isSimple || r >= Math.max(nearPixels, pointed)));
            one.some = Math.max(1, Math.round(detail * chunk.count * Math.min(1, (r / smallPixels) ** 2)));
            one.level = r < pointed ? 2 : whole ? 0 : 1;
        }
        const share = detail * keepWithin(most, seen, ({ chunk, level }) => [chunk.triangles, this.boxVertices / 3, 1][level]);
        this.uniforms.enlarged.value = share ** (this.flat ? -1 / 2 : -1 / 3);
        this.faces.clearGroups();
        this.points.clearGroups();
        this.drawn = { near: 0, middling: 0, far: 0, chunks: seen.length, ofChunks: this.chunks.length, triangles: 0 };
        for (const one of seen) this.drawChunk(one);
    }

    /// By its groups where it is drawn true, or in part.
    drawChunk({ chunk, some, level }) {
        const { drawn } = this, step = this.shapes.ladder.length;
        for (const group of level === 0 || some < chunk.count ? chunk.groups : [{ ...chunk, step }]) {
            const count = Math.ceil((group.count * some) / chunk.count);
            const vertices = level === 0 ? 3 * this.shapes.ladder[group.step] : level === 1 ? this.boxVertices : 1;
            if (level < 2) this.faces.addGroup(vertices * group.start, vertices * count, level === 0 ? group.step : step);
            else this.points.addGroup(group.start, count, 0);
            drawn[["near", "middling", "far"][level]] += count;
            drawn.triangles += level < 2 ? (vertices * count) / 3 : count;
        }
    }

    disposeTextures() {
        for (const name of ["state", "turns", "which"]) this.uniforms[name].value?.dispose();
    }
    dispose() {
        this.disposeTextures();
        this.shapes.dispose();
        this.faces.dispose();
        this.points.dispose();
    }
}
