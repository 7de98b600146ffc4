// Very many balls (or disks), in chunks (chunks.js); by their radius
//
//     near        r >= 7 pixels    every pixel cut with its sphere, with its own depth
//     middling    r >= 1.5         the same on a quad as deep as its front, so that hidden ones cost no shading
//     far         r < 1.5          a point; of balls smaller than a pixel so many as cover the pixels that all would
//
// A ball costs 16 bytes a frame (place and colour) and 4 once (its radius). Where pictures take longer than they should, `detail` < 1 draws that part
// of each chunk, its balls as much larger and all but the largest as points: any first part of a chunk is spread over it.

import * as THREE from "three";
import { keepWithin, sortIntoChunks, textureWidth } from "./chunks.js";
import { crowdShaders } from "./crowd_shaders.js";
import { absent, Many, pale } from "./many.js";
import { turn } from "./quaternion.js";

const smallChunk = 256;
const nearPixels = 7, middlingPixels = 1.5, smallPixels = 0.5, largestPoint = 12;  // radii

export class Crowd extends Many {
    constructor(run, parts, uniforms, Look) {
        super(run, parts, ["state"]);
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

    /// Sorts the balls by their places in a frame.
    sort(frame) {
        const { part_body: body, part_radius: radius } = this.run.geometry;
        Object.assign(this, sortIntoChunks(frame.home, body, this.parts, smallChunk));
        for (let s = 0; s < this.slots.length; ++s) {
            this.radii[s] = radius[this.slots[s]];
            this.owner[s] = body[this.slots[s]];
        }
        this.uniforms.size.value.needsUpdate = true;
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

    draw(seen, detail, most) {
        const pointed = detail < 1 ? largestPoint : middlingPixels;  // balls of less are points
        for (const one of seen) {
            one.some = Math.max(1, Math.round(detail * one.chunk.count * Math.min(1, (one.r / smallPixels) ** 2)));
            one.level = one.r >= Math.max(nearPixels, pointed) ? 0 : one.r >= pointed ? 1 : 2;
        }
        const share = detail * keepWithin(most, seen, ({ level }) => (level < 2 ? 2 : 1));
        this.uniforms.enlarged.value = share ** (this.flat ? -1 / 2 : -1 / 3);  // as much of the plane, or of space
        this.quads.clearGroups();
        this.points.clearGroups();
        const drawn = { near: 0, middling: 0, far: 0, chunks: seen.length, ofChunks: this.chunks.length, vertices: 0 };
        for (const { chunk: { start }, some, level } of seen) {
            if (level < 2) this.quads.addGroup(6 * start, 6 * some, level);
            else this.points.addGroup(start, some, 0);
            drawn[["near", "middling", "far"][level]] += some;
            drawn.vertices += level < 2 ? 6 * some : some;
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
