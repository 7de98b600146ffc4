// Very many balls (or disks). They are sorted by their place into chunks of some hundreds or thousands, whose bounds every frame tells anew; before each picture
// chunks out of sight, or taken away by the section, are left out, and of the others, the nearest first,
//
//     near        r >= 7 pixels    every pixel cut with its sphere, with its own depth
//     middling    r >= 1.5         the same on a quad as deep as its front, so that hidden ones cost no shading
//     far         r < 1.5          a point; of balls smaller than a pixel so many as cover the pixels that all would
//
// A ball costs 16 bytes a frame (place and colour) and 4 once (its radius). Where pictures take longer than they should, `detail` < 1 draws that part
// of each chunk, its balls as much larger and all but the largest as points: any first part of a chunk is spread over it.

import * as THREE from "three";
import { imagesOf } from "./cell.js";
import { absent, crowdShaders, pale, textureWidth } from "./crowd_shaders.js";
import { turn } from "./quaternion.js";

const fewChunks = 200, smallChunk = 256, largeChunk = 4096;
const nearPixels = 7, middlingPixels = 1.5, smallPixels = 0.5, largestPoint = 12;  // radii
const spreadOut = 3;  // chunks whose bounds have grown so much are sorted anew

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

export class Crowd {
    constructor(run, parts, uniforms, Look) {
        this.run = run;
        this.flat = run.header.dimension === 2;
        this.parts = Int32Array.from(parts);
        this.uniforms = { ...uniforms, state: { value: null }, size: { value: null }, enlarged: { value: 1 }, pixels: { value: 1 },
            flatPlace: { value: this.flat ? 1 : 0 } };
        this.looks = crowdShaders(this.flat).map((shader) => new Look(shader, this.uniforms));
        const [near, middling, far] = this.looks;
        this.quads = new THREE.BufferGeometry();
        this.points = new THREE.BufferGeometry();
        this.objects = ["veil", "skin"].flatMap((layer, i) => [new THREE.Mesh(this.quads, [near[layer], middling[layer]]),
            new THREE.Points(this.points, [far[layer]])].map((object) => Object.assign(object, { frustumCulled: false, renderOrder: 1 + i })));
        const { part_centre: centre } = run.geometry;
        this.arms = parts.some((p) => centre[3 * p] || centre[3 * p + 1] || centre[3 * p + 2]);
        this.slots = null;  // parts in the order they are drawn
        this.room(parts.length);
    }

    /// Textures for so many balls.
    room(count) {
        this.disposeTextures();
        const height = Math.max(1, Math.ceil(count / textureWidth));
        this.capacity = height * textureWidth;
        this.state = new Float32Array(4 * this.capacity);
        this.radii = new Float32Array(this.capacity);
        this.owner = new Int32Array(this.capacity).fill(-1);
        const texture = (values, format) => Object.assign(new THREE.DataTexture(values, textureWidth, height, format, THREE.FloatType), { needsUpdate: true });
        this.uniforms.state.value = texture(this.state, THREE.RGBAFormat);
        this.uniforms.size.value = texture(this.radii, THREE.RedFormat);
        for (const [geometry, vertices] of [[this.quads, 6], [this.points, 1]]) {
            geometry.setDrawRange(0, vertices * this.capacity);
            geometry.boundingSphere = new THREE.Sphere(new THREE.Vector3(), Infinity);
        }
        this.slots = null;
    }

    /// Sorts the balls by their places in a frame, and spreads each chunk out.
    sort(frame) {
        const { home } = frame, { part_body: body, part_radius: radius } = this.run.geometry, n = this.parts.length;
        const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
        for (const p of this.parts)
            for (let c = 0, x; c < 3; ++c) {
                x = home[3 * body[p] + c];
                if (x < low[c]) low[c] = x;
                if (x > high[c]) high[c] = x;
            }
        const scale = 1023 / Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2], 1e-30), keys = new Uint32Array(n);
        for (let k = 0; k < n; ++k) {
            const i = 3 * body[this.parts[k]], cell = (c) => spread(Math.max(0, Math.min(1023, (home[i + c] - low[c]) * scale | 0)));
            keys[k] = cell(0) | (cell(1) << 1) | (cell(2) << 2);
        }
        const order = orderOf(keys);
        this.slots = new Int32Array(n);
        this.chunks = [];
        const chunkSize = Math.max(smallChunk, Math.min(largeChunk, Math.ceil(n / fewChunks)));
        for (let start = 0; start < n; start += chunkSize) {
            const count = Math.min(chunkSize, n - start);
            let stride = Math.max(1, Math.round(0.618 * count));
            while (gcd(stride, count) > 1) ++stride;
            for (let k = 0; k < count; ++k) this.slots[start + k] = this.parts[order[start + ((k * stride) % count)]];
            this.chunks.push({ start, count, largest: 0, box: new Float32Array(6) });
        }
        for (let s = 0; s < n; ++s) {
            this.radii[s] = radius[this.slots[s]];
            this.owner[s] = body[this.slots[s]];
        }
        this.uniforms.size.value.needsUpdate = true;
        this.sorted = 0;  // the extent of all chunks then
    }

    /// Where the balls are, and the codes of their colours.
    show(frame, codes) {
        const images = imagesOf(this.parts, frame, this.run.geometry);
        if (this.parts.length + images.length > this.capacity) this.room(Math.ceil(1.2 * (this.parts.length + images.length)));
        if (!this.slots) this.sort(frame);
        let extent = this.write(frame, codes);
        if (this.sorted > 0 && extent > spreadOut * this.sorted) {
            this.sort(frame);
            extent = this.write(frame, codes);
        }
        if (this.sorted === 0) this.sorted = extent;
        this.writeImages(frame, codes, images);
        this.uniforms.state.value.needsUpdate = true;
    }

    /// Fills the texture; returns the sum of the chunks' diagonals.
    write(frame, codes) {
        const { home, rotation } = frame, { part_centre: centre, part_radius: radius } = this.run.geometry, { state, slots, owner } = this;
        const arm = [0, 0, 0];
        let extent = 0;
        for (const chunk of this.chunks) {
            let x0 = Infinity, y0 = Infinity, z0 = Infinity, x1 = -Infinity, y1 = -Infinity, z1 = -Infinity, largest = 0;
            for (let s = chunk.start, end = s + chunk.count; s < end; ++s) {
                const body = owner[s];
                let x = home[3 * body], y = home[3 * body + 1], z = home[3 * body + 2];
                if (this.arms) {
                    turn(rotation, 4 * body, centre, 3 * slots[s], arm);
                    x += arm[0];
                    y += arm[1];
                    z += arm[2];
                }
                const there = x === x;
                if (this.flat) z = 2 * Math.atan2(rotation[4 * body + 2], rotation[4 * body + 3]);
                state[4 * s] = x;
                state[4 * s + 1] = y;
                state[4 * s + 2] = z;
                state[4 * s + 3] = there ? codes[body] : absent;
                if (!there) continue;
                if (this.flat) z = 0;
                if (x < x0) x0 = x;
                if (x > x1) x1 = x;
                if (y < y0) y0 = y;
                if (y > y1) y1 = y;
                if (z < z0) z0 = z;
                if (z > z1) z1 = z;
                if (this.radii[s] > largest) largest = this.radii[s];
            }
            chunk.box.set([x0 - largest, y0 - largest, z0 - largest, x1 + largest, y1 + largest, z1 + largest]);
            chunk.largest = largest;
            if (x1 >= x0) extent += Math.hypot(x1 - x0, y1 - y0, z1 - z0);
        }
        return extent;
    }

    /// Images in a cell that repeats: a chunk of their own, behind the others.
    writeImages(frame, codes, images) {
        const { part_body: body, part_centre: centre, part_radius: radius } = this.run.geometry, n = this.parts.length, arm = [0, 0, 0];
        const box = new Float32Array([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
        let largest = 0;
        images.forEach(({ p, shift }, k) => {
            const i = body[p], s = n + k;
            turn(frame.rotation, 4 * i, centre, 3 * p, arm);
            for (let c = 0; c < 3; ++c) {
                const x = frame.home[3 * i + c] + arm[c] + shift[c];
                this.state[4 * s + c] = x;
                box[c] = Math.min(box[c], x - radius[p]);
                box[3 + c] = Math.max(box[3 + c], x + radius[p]);
            }
            if (this.flat) this.state[4 * s + 2] = 2 * Math.atan2(frame.rotation[4 * i + 2], frame.rotation[4 * i + 3]);
            this.state[4 * s + 3] = codes[i] + pale;
            this.radii[s] = radius[p];
            this.owner[s] = i;
            largest = Math.max(largest, radius[p]);
        });
        this.images = images.length ? { start: n, count: images.length, largest, box } : null;
        if (images.length) this.uniforms.size.value.needsUpdate = true;
    }

    tint(codes) {
        const { state, owner } = this, count = this.parts.length + (this.images?.count ?? 0);
        for (let s = 0; s < count; ++s) {
            const was = state[4 * s + 3];
            if (was > absent / 2) state[4 * s + 3] = codes[owner[s]] + (s >= this.parts.length ? pale : 0);
        }
        this.uniforms.state.value.needsUpdate = true;
    }

    /// Chooses what of the chunks is drawn, and how; `detail`: which part of the balls.
    arrange(stage, detail = 1) {
        if (!this.slots) return;
        const { camera } = stage, eye = camera.position, height = stage.renderer.domElement.height;
        const parallel = camera.isOrthographicCamera;
        // of a length of one: everywhere, or at a distance of one
        const pixels = 0.5 * height * camera.projectionMatrix.elements[5];
        const frustum = new THREE.Frustum().setFromProjectionMatrix(
            new THREE.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse));
        const box = new THREE.Box3(), seen = [];
        for (const chunk of this.images ? [...this.chunks, this.images] : this.chunks) {
            box.min.fromArray(chunk.box, 0);
            box.max.fromArray(chunk.box, 3);
            if (box.isEmpty() || !frustum.intersectsBox(box)) continue;
            if (stage.cut && isTaken(box, stage.cut)) continue;
            const distance = box.distanceToPoint(eye);
            const r = (chunk.largest * pixels) / (parallel ? 1 : Math.max(distance, 1e-30));
            seen.push({ chunk, distance, r });
        }
        seen.sort((a, b) => a.distance - b.distance);
        this.draw(seen, detail, detail < 1 ? largestPoint : middlingPixels);
        this.uniforms.pixels.value = pixels;
        this.uniforms.enlarged.value = detail ** (this.flat ? -1 / 2 : -1 / 3);  // as much of the plane, or of space
    }

    /// Balls of less than `pointed` pixels are points.
    draw(seen, detail, pointed) {
        this.quads.clearGroups();
        this.points.clearGroups();
        const drawn = { near: 0, middling: 0, far: 0, chunks: seen.length, ofChunks: this.chunks.length, vertices: 0 };
        for (const { chunk: { start, count }, r } of seen) {
            const some = Math.max(1, Math.round(detail * count * Math.min(1, (r / smallPixels) ** 2)));
            const near = r >= Math.max(nearPixels, pointed), quads = r >= pointed;
            if (quads) this.quads.addGroup(6 * start, 6 * some, near ? 0 : 1);
            else this.points.addGroup(start, some, 0);
            drawn[near ? "near" : quads ? "middling" : "far"] += some;
            drawn.vertices += quads ? 6 * some : some;
        }
        this.drawn = drawn;  // of the last picture
    }

    disposeTextures() {
        this.uniforms.state.value?.dispose();
        this.uniforms.size.value?.dispose();
    }
    dispose() {
        this.disposeTextures();
        this.quads.dispose();
        this.points.dispose();
    }
}

function gcd(a, b) {
    return b === 0 ? a : gcd(b, a % b);
}

/// Whether all of a box lies where the section takes away.
function isTaken(box, plane) {
    const { normal: n } = plane;
    const best = new THREE.Vector3(n.x > 0 ? box.max.x : box.min.x, n.y > 0 ? box.max.y : box.min.y, n.z > 0 ? box.max.z : box.min.z);
    return plane.distanceToPoint(best) < 0;
}
