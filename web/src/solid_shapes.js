// The shapes of very many solids as textures (solid_shaders.js), each shape once: its corners, its triangles, a box as large as it.

import * as THREE from "three";
import { textureWidth } from "./chunks.js";

const steps = [2, 4, 8, 12, 18, 28, 42, 64, 96, 144, 216];  // triangles; beyond that by halves

/// Numbers of triangles up to which shapes are drawn alike, those alone that are needed.
function ladderOf(counts) {
    const all = [...steps], most = counts.reduce((a, b) => Math.max(a, b), 1), used = new Set();
    while (all.at(-1) < most) all.push(Math.ceil(1.5 * all.at(-1)));
    for (const count of counts) used.add(all.find((step) => step >= count));
    return [...used].sort((a, b) => a - b);
}

const minus = (p, q) => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const triple = (a, b, c) => a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);

/// Fans about the first corner of each face: [a, b, c, which sides are no edges], side k is the one opposite corner k.
function trianglesOf({ faces }) {
    return faces.flatMap((face) => face.slice(1, -1).map((b, i) =>
        [face[0], b, face[i + 2], (i + 3 === face.length ? 0 : 2) | (i === 0 ? 0 : 4)]));
}

/// Its volume; in the plane its area.
function contentOf({ vertices }, triangles, flat) {
    const base = vertices[0];
    return Math.abs(triangles.reduce((sum, [a, b, c]) => {
        const [p, q, r] = [a, b, c].map((v) => minus(vertices[v], base));
        return sum + (flat ? 0.5 * triple([0, 0, 1], minus(q, p), minus(r, p)) : triple(p, q, r) / 6);
    }, 0));
}

/// The middle and half the edges of a box along the shape's axes, about as long, broad and high, and exactly as large; whether the shape is that box.
function boxOf(shape, triangles, flat) {
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity], d = flat ? 2 : 3;
    for (const v of shape.vertices) for (let c = 0; c < 3; ++c) { low[c] = Math.min(low[c], v[c]); high[c] = Math.max(high[c], v[c]); }
    const around = [0, 1, 2].slice(0, d).reduce((product, c) => product * (high[c] - low[c]), 1);
    const fill = around > 0 ? contentOf(shape, triangles, flat) / around : 1, shrunk = Math.abs(1 - fill) < 1e-4 ? 1 : fill ** (1 / d);
    return { middle: low.map((x, c) => 0.5 * (x + high[c])), halves: low.map((x, c) => 0.5 * shrunk * (high[c] - x)),
        isBox: shrunk === 1 && shape.vertices.length === 2 ** d };
}

function texture(values, format, type) {
    const size = format === THREE.RGBAIntegerFormat || format === THREE.RGBAFormat ? 4 : 1;
    const height = Math.max(1, Math.ceil(values.length / size / textureWidth)), padded = new values.constructor(size * textureWidth * height);
    padded.set(values);
    return Object.assign(new THREE.DataTexture(padded, textureWidth, height, format, type), { needsUpdate: true });
}

export class ShapeTable {
    constructor(shapes, flat) {
        const triangles = shapes.map(trianglesOf), counts = triangles.map((list) => list.length);
        const boxes = shapes.map((shape, s) => boxOf(shape, triangles[s], flat));
        this.ladder = ladderOf(counts);
        this.step = Int32Array.from(counts, (count) => this.ladder.findIndex((step) => step >= count));  // of a shape
        this.isBox = boxes.map(({ isBox }) => isBox);
        const record = new Uint32Array(4 * shapes.length), corners = shapes.reduce((sum, { vertices }) => sum + vertices.length, 0);
        const corner = new Float32Array(4 * corners), triangle = new Uint16Array(4 * counts.reduce((sum, count) => sum + count, 0));
        let v = 0, t = 0;
        shapes.forEach((shape, s) => {
            record.set([v, t, counts[s]], 4 * s);
            for (const place of shape.vertices) corner.set(place, 4 * v++);
            for (const list of triangles[s]) triangle.set(list, 4 * t++);
        });
        this.all = {
            record: texture(record, THREE.RGBAIntegerFormat, THREE.UnsignedIntType),
            corners: texture(corner, THREE.RGBAFormat, THREE.FloatType),
            triangles: texture(triangle, THREE.RGBAIntegerFormat, THREE.UnsignedShortType),
            boxes: texture(Float32Array.from(boxes.flatMap(({ middle, halves }) => [...middle, 0, ...halves, 0])), THREE.RGBAFormat, THREE.FloatType),
        };
    }

    /// As uniforms.
    textures() {
        return Object.fromEntries(Object.entries(this.all).map(([name, value]) => [name, { value }]));
    }
    dispose() {
        for (const one of Object.values(this.all)) one.dispose();
    }
}
