// Very many things on the stage, in chunks: sorted by their place into some two hundred chunks of some hundreds or thousands, whose bounds every frame tells anew.
// Before each picture chunks out of sight, or taken away by the section, are left out, the others sorted from near to far and given a level of
// detail, 0 the finest. What all of them cost has a bound, `trianglesPerPicture`: beyond it the farthest become coarser first.

import * as THREE from "three";

// 20 pictures a second of two views are 96 million a second, which graphics without a card of its own can do. A point counts as one.
export const trianglesPerPicture = 2.4e6;

export const textureWidth = 2048;

const fewChunks = 200, largeChunk = 4096;

/// Interleaves the bits of three numbers below 1024.
function spread(x) {
    x = (x | (x << 16)) & 0x030000ff;
    x = (x | (x << 8)) & 0x0300f00f;
    x = (x | (x << 4)) & 0x030c30c3;
    return (x | (x << 2)) & 0x09249249;
}

/// Indices 0 .. n - 1 by keys below 2^30, in three passes of ten bits.
export function orderOf(keys) {
    const n = keys.length;
    let from = Uint32Array.from({ length: n }, (_, i) => i), to = new Uint32Array(n);
    for (let shift = 0; shift < 30; shift += 10) {
        const start = new Uint32Array(1025);
        for (let i = 0; i < n; ++i) ++start[((keys[i] >>> shift) & 1023) + 1];
        for (let b = 0; b < 1024; ++b) start[b + 1] += start[b];
        for (let i = 0; i < n; ++i) to[start[(keys[from[i]] >>> shift) & 1023]++] = from[i];
        [from, to] = [to, from];
    }
    return from;
}

/// Morton's order of the places of the bodies of parts.
function placeOrder(home, body, parts) {
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity], n = parts.length;
    for (const p of parts)
        for (let c = 0, x; c < 3; ++c) {
            x = home[3 * body[p] + c];
            if (x < low[c]) low[c] = x;
            if (x > high[c]) high[c] = x;
        }
    const scale = 1023 / Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2], 1e-30), keys = new Uint32Array(n);
    for (let k = 0; k < n; ++k) {
        const i = 3 * body[parts[k]], cell = (c) => spread(Math.max(0, Math.min(1023, (home[i + c] - low[c]) * scale | 0)));
        keys[k] = cell(0) | (cell(1) << 1) | (cell(2) << 2);
    }
    return orderOf(keys);
}

function gcd(a, b) {
    return b === 0 ? a : gcd(b, a % b);
}

/// A list such that any first part of it is spread over it.
export function spreadOver(list) {
    const count = list.length;
    let stride = Math.max(1, Math.round(0.618 * count));
    while (gcd(stride, count) > 1) ++stride;
    return list.map((_, k) => list[(k * stride) % count]);
}

/// Parts as they are drawn: chunk by chunk, each a stretch of `slots` that is spread over it. `smallest`: no chunk but the last has fewer.
export function sortIntoChunks(home, body, parts, smallest) {
    const n = parts.length, order = placeOrder(home, body, parts), slots = new Int32Array(n), chunks = [];
    const size = Math.max(smallest, Math.min(largeChunk, Math.ceil(n / fewChunks)));
    for (let start = 0; start < n; start += size) {
        const members = spreadOver(order.subarray(start, start + size)), count = members.length;
        for (let k = 0; k < count; ++k) slots[start + k] = parts[members[k]];
        chunks.push({ start, count, largest: 0, box: new Float32Array(6) });
    }
    return { slots, chunks };
}

/// Whether a box lies wholly (-1), partly (0) or not at all (1) where the section takes away.
function sideOf(box, { normal: n, constant }) {
    const corner = (sign) => (n.x * sign > 0 ? box.max.x : box.min.x) * n.x + (n.y * sign > 0 ? box.max.y : box.min.y) * n.y
        + (n.z * sign > 0 ? box.max.z : box.min.z) * n.z + constant;
    return corner(1) < 0 ? -1 : corner(-1) < 0 ? 0 : 1;
}

/// Pixels of a length of one: everywhere in a parallel view, else at a distance of one.
export const pixelsOfOne = ({ camera, renderer }) => 0.5 * renderer.domElement.height * camera.projectionMatrix.elements[5];

/// Chunks that are to be seen, the nearest first: {chunk, distance, r, isCut}; r: radius of their largest member in pixels, where they are nearest.
export function chunksSeen(stage, chunks) {
    const { camera } = stage, eye = camera.position, parallel = camera.isOrthographicCamera, pixels = pixelsOfOne(stage);
    const frustum = new THREE.Frustum().setFromProjectionMatrix(
        new THREE.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse));
    const box = new THREE.Box3(), seen = [];
    for (const chunk of chunks) {
        box.min.fromArray(chunk.box, 0);
        box.max.fromArray(chunk.box, 3);
        if (box.isEmpty() || !frustum.intersectsBox(box)) continue;
        const side = stage.cut ? sideOf(box, stage.cut) : 1;
        if (side < 0) continue;
        const distance = box.distanceToPoint(eye);
        seen.push({ chunk, distance, r: (chunk.largest * pixels) / (parallel ? 1 : Math.max(distance, 1e-30)), isCut: side === 0 });
    }
    return seen.sort((a, b) => a.distance - b.distance);
}

/// Makes what is seen ({level, some}: how fine, and how many) cost no more than `most` triangles: the farthest get coarser first, then all fewer. Returns
/// which part of the members is left. `costOf`: triangles of one of its members.
export function keepWithin(most, seen, costOf, levels = 3) {
    const cost = (one) => one.some * costOf(one);
    let sum = seen.reduce((all, one) => all + cost(one), 0);
    for (let level = 1; level < levels; ++level)
        for (let k = seen.length - 1; k >= 0 && sum > most; --k) {
            if (seen[k].level >= level) continue;
            sum -= cost(seen[k]);
            seen[k].level = level;
            sum += cost(seen[k]);
        }
    const share = Math.min(1, most / sum);
    if (share < 1) for (const one of seen) one.some = Math.floor(share * one.some);
    return share;
}
