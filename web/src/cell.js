// A cell that repeats: bodies are drawn where their centre is in it, again and paler where an image reaches in, with its edges
// (src/report/shown_cell.h does the same for pictures).

import * as THREE from "three";
import { turn } from "./quaternion.js";

/// From the columns of a frame; null where nothing repeats. `edges` by rows: its columns are the edges, upper triangular.
export function cellOf(block) {
    if (!block.cell_edges) return null;
    return { edges: block.cell_edges.values, origin: block.cell_origin.values, periodic: block.cell_periodic.values };
}

/// x moved by k edges.
const moved = ({ edges }, x, k) => [0, 1, 2].map((i) => x[i] + edges[3 * i] * k[0] + edges[3 * i + 1] * k[1] + edges[3 * i + 2] * k[2]);

/// Rows of the inverse of the edges.
const inverse = ({ edges: e }) => [
    [1 / e[0], -e[1] / (e[0] * e[4]), (e[1] * e[5] - e[2] * e[4]) / (e[0] * e[4] * e[8])],
    [0, 1 / e[4], -e[5] / (e[4] * e[8])], [0, 0, 1 / e[8]]];

/// The image of x between the edges.
export function wrap(cell, x) {
    const k = inverse(cell).map((row, j) => cell.periodic[j]
        ? -Math.floor(row.reduce((sum, value, i) => sum + value * (x[i] - cell.origin[i]), 0)) : 0);
    return moved(cell, x, k);
}

/// The image of x that is nearest to `at`.
export function seenFrom(cell, at, x) {
    if (!cell) return x;
    const rest = x.map((value, i) => value - at[i]), k = [0, 0, 0];
    for (let j = 2; j >= 0; --j) {  // counted off from the last edge
        if (!cell.periodic[j]) continue;
        k[j] = -Math.floor(rest[j] / cell.edges[4 * j] + 0.5);
        for (let i = 0; i <= j; ++i) rest[i] += cell.edges[3 * i + j] * k[j];
    }
    return moved(cell, x, k);
}

const nothing = [];

/// By how much a ball at x is moved to its images that reach into the cell.
export function shiftsOfImages(cell, x, radius) {
    if (!cell) return nothing;
    const low = [0, 0, 0], high = [0, 0, 0], out = [], rows = (cell.inverse ??= inverse(cell));
    let inside = true;
    for (let j = 0; j < 3; ++j) {
        if (!cell.periodic[j]) continue;
        const row = rows[j];
        const place = row[0] * (x[0] - cell.origin[0]) + row[1] * (x[1] - cell.origin[1]) + row[2] * (x[2] - cell.origin[2]);
        const reach = radius * Math.sqrt(row[0] ** 2 + row[1] ** 2 + row[2] ** 2);
        if (place + reach > 1) low[j] = -1;
        if (place - reach < 0) high[j] = 1;
        inside &&= low[j] === 0 && high[j] === 0;
    }
    if (inside) return nothing;
    for (let a = low[0]; a <= high[0]; ++a)
        for (let b = low[1]; b <= high[1]; ++b)
            for (let c = low[2]; c <= high[2]; ++c)
                if (a || b || c) out.push(moved(cell, [0, 0, 0], [a, b, c]));
    return out;
}

/// Images of round parts that reach into a cell that repeats, {p, shift}; most parts have none.
export function imagesOf(parts, frame, geometry) {
    const out = [], arm = [0, 0, 0], centre = [0, 0, 0];
    for (const p of frame.cell ? parts : []) {
        const body = geometry.part_body[p];
        if (Number.isNaN(frame.position[3 * body])) continue;
        turn(frame.rotation, 4 * body, geometry.part_centre, 3 * p, arm);
        for (let c = 0; c < 3; ++c) centre[c] = frame.home[3 * body + c] + arm[c];
        for (const shift of shiftsOfImages(frame.cell, centre, geometry.part_radius[p])) out.push({ p, shift });
    }
    return out;
}

/// Places of all bodies as they are drawn; those of the frame where nothing repeats.
export function homes(cell, position) {
    if (!cell) return position;
    const out = new Float32Array(position.length);
    for (let i = 0; i < position.length; i += 3) out.set(wrap(cell, [position[i], position[i + 1], position[i + 2]]), i);
    return out;
}

/// Pairs of corners, as one list of numbers.
export function outline(cell, dimension) {
    const out = [];
    for (let j = 0; j < dimension; ++j) {
        for (let corner = 0; corner < 1 << dimension; ++corner) {
            if (corner >> j & 1) continue;
            for (const end of [corner, corner | 1 << j]) out.push(...moved(cell, cell.origin, [0, 1, 2].map((i) => end >> i & 1)));
        }
    }
    return out;
}

/// The edges on the stage.
export class CellLines {
    constructor(dimension) {
        this.dimension = dimension;
        this.lines = new THREE.LineSegments(new THREE.BufferGeometry(),
            new THREE.LineBasicMaterial({ color: new THREE.Color("#404045"), toneMapped: false }));
        this.lines.frustumCulled = false;
        this.lines.visible = false;
    }

    place(frame) {
        this.lines.visible = frame.cell !== null;
        if (!frame.cell) return;
        this.lines.geometry.dispose();
        this.lines.geometry = new THREE.BufferGeometry();
        this.lines.geometry.setAttribute("position", new THREE.Float32BufferAttribute(outline(frame.cell, this.dimension), 3));
    }
}
