// Deformable bodies: the faces of their meshes (in the plane the elements, in space the surface) where a frame has them, each in one
// colour. Displacements since time 0 may be drawn larger than they are.

import * as THREE from "three";
import { colourOfCode, onRamp, selected } from "./colours.js";
import { firstDirection, onRampOf, principalValues, stressOf, stressValue } from "./fields.js";
import { meshVertex, solidFragment } from "./shaders.js";

const pressing = [0.64, 0.13, 0.11], pulling = [0.13, 0.36, 0.62];

export class Meshes {
    constructor(run, uniforms, Look) {
        this.run = run;
        this.d = run.header.dimension;
        this.magnified = 1;
        this.crossesOn = false;
        this.group = new THREE.Group();
        const { mesh_body, mesh_face_start, mesh_corner_start } = run.geometry;
        this.count = mesh_body ? mesh_corner_start.length - 1 : 0;
        this.looks = [];
        if (this.count === 0) return;
        this.owner = new Int32Array(this.count);
        mesh_body.forEach((body, k) => this.owner.fill(body, mesh_face_start[k], mesh_face_start[k + 1]));
        this.places = new Float32Array(3 * (run.geometry.mesh_reference.length / this.d));
        this.makeTriangles();
        this.look = new Look({ vertexShader: meshVertex, fragmentShader: solidFragment }, uniforms);
        this.looks = [this.look];
        [this.look.veil, this.look.skin].forEach((material, i) => {
            const mesh = new THREE.Mesh(this.geometry, material);
            mesh.frustumCulled = false;
            mesh.renderOrder = 1 + i;
            this.group.add(mesh);
        });
        this.lines = new THREE.LineSegments(new THREE.BufferGeometry(),
            new THREE.LineBasicMaterial({ vertexColors: true, depthTest: false }));
        this.lines.frustumCulled = false;
        this.lines.renderOrder = 3;
        this.group.add(this.lines);
    }

    /// Corners of face f, as nodes.
    corners(f) {
        const { mesh_corner_start: start, mesh_corner: corner } = this.run.geometry;
        return corner.subarray(start[f], start[f + 1]);
    }

    /// Fans about the first corner; inner sides of a fan are no edges (shaders.js, `corner`).
    makeTriangles() {
        const node = [], face = [], edge = [];
        for (let f = 0; f < this.count; ++f) {
            const list = this.corners(f);
            for (let i = 1; i + 1 < list.length; ++i) {
                const first = i === 1 ? 0 : 1, last = i + 2 === list.length ? 0 : 1;
                node.push(list[0], list[i], list[i + 1]);
                face.push(f, f, f);
                for (let v = 0; v < 3; ++v) edge.push([v === 0 ? 1 : 0, (v === 1 ? 1 : 0) + 1e3 * last, (v === 2 ? 1 : 0) + 1e3 * first]);
            }
        }
        this.node = Int32Array.from(node);
        this.face = Int32Array.from(face);
        this.geometry = new THREE.BufferGeometry();
        const attribute = (name, values) => {
            const made = new THREE.BufferAttribute(values, 3);
            made.setUsage(THREE.DynamicDrawUsage);
            this.geometry.setAttribute(name, made);
        };
        attribute("position", new Float32Array(3 * node.length));
        attribute("normal", new Float32Array(3 * node.length));
        attribute("tint", new Float32Array(3 * node.length));
        attribute("corner", Float32Array.from(edge.flat()));
    }

    place(frame) {
        if (this.count === 0) return;
        this.frame = frame;
        const { d } = this, reference = this.run.geometry.mesh_reference;
        for (let a = 0; 3 * a < this.places.length; ++a) {
            for (let c = 0; c < d; ++c) this.places[3 * a + c] = reference[d * a + c] + this.magnified * frame.displacement[d * a + c];
        }
        const { position, normal } = this.geometry.attributes;
        for (let k = 0; k < this.node.length; k += 3) {
            const [p, q, r] = [0, 1, 2].map((v) => this.at(this.node[k + v]));
            const [u, w] = [[q, p], [r, p]].map(([x, y]) => x.map((value, c) => value - y[c]));
            const n = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]];
            [p, q, r].forEach((x, v) => {
                position.array.set(x, 3 * (k + v));
                normal.array.set(n, 3 * (k + v));
            });
        }
        position.needsUpdate = normal.needsUpdate = true;
        this.drawCrosses();
    }

    at(node) {
        return [this.places[3 * node], this.places[3 * node + 1], this.places[3 * node + 2]];
    }

    /// The field's value on face f.
    value(field, f) {
        if (field === "displacement") {
            const mean = [0, 0, 0], list = this.corners(f);
            for (const node of list) for (let c = 0; c < this.d; ++c) mean[c] += this.frame.displacement[this.d * node + c] / list.length;
            return Math.hypot(...mean);
        }
        return stressValue(field, stressOf(this.frame, this.run.geometry.mesh_face_element[f], this.d), this.d);
    }

    /// By a field of the header ({name, low, high}), or with the colours of the bodies, by their codes.
    tint(field, codes, chosen) {
        if (this.count === 0 || !this.frame) return;
        const { tint } = this.geometry.attributes;
        const colour = [0, 0, 0];
        let last = -1;
        for (let k = 0; k < this.node.length; ++k) {
            const f = this.face[k];
            if (f !== last) {
                const body = this.owner[f];
                if (body === chosen) colour.splice(0, 3, ...selected);
                else if (field) onRamp(onRampOf(field, this.value(field.name, f)), colour);
                else colour.splice(0, 3, ...colourOfCode(codes[body]));
                last = f;
            }
            tint.array.set(colour, 3 * k);
        }
        tint.needsUpdate = true;
    }

    /// Principal stresses in the plane: an arm is as long as its stress, nearly the largest of the run goes half way through an element.
    drawCrosses() {
        if (this.count === 0) return;
        const on = this.crossesOn && this.d === 2;
        const position = [], colour = [];
        const stresses = this.run.header.fields.filter(({ name }) => name === "sigma_1" || name === "sigma_2");
        const top = Math.max(...stresses.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)]), 0);
        for (let f = 0; on && top > 0 && f < this.count; ++f) {
            const points = Array.from(this.corners(f), (node) => this.at(node));
            const middle = [0, 1].map((c) => points.reduce((sum, p) => sum + p[c], 0) / points.length);
            const area = 0.5 * Math.abs(points.reduce((sum, p, i) => {
                const q = points[(i + 1) % points.length];
                return sum + p[0] * q[1] - p[1] * q[0];
            }, 0));
            const s = stressOf(this.frame, this.run.geometry.mesh_face_element[f], 2);
            const [x, y] = firstDirection(s);
            principalValues(s, 2).forEach((value, k) => {
                const arm = (0.5 * Math.sqrt(area) * Math.min(Math.abs(value), 2 * top)) / top;
                const [dx, dy] = k === 0 ? [x, y] : [-y, x];
                position.push(middle[0] - arm * dx, middle[1] - arm * dy, 0, middle[0] + arm * dx, middle[1] + arm * dy, 0);
                const { r, g, b } = new THREE.Color().setRGB(...(value < 0 ? pressing : pulling), THREE.SRGBColorSpace);
                colour.push(r, g, b, r, g, b);
            });
        }
        this.lines.geometry.dispose();
        this.lines.geometry = new THREE.BufferGeometry();
        this.lines.geometry.setAttribute("position", new THREE.Float32BufferAttribute(position, 3));
        this.lines.geometry.setAttribute("color", new THREE.Float32BufferAttribute(colour, 3));
        this.lines.visible = position.length > 0;
    }

    /// The nearest face the ray meets, {body, distance}, or null.
    pick(origin, ray, cut) {
        let best = null;
        const line = new THREE.Ray(new THREE.Vector3(...origin), new THREE.Vector3(...ray)), hit = new THREE.Vector3();
        for (let k = 0; this.frame && k < (this.node?.length ?? 0); k += 3) {
            const corners = [0, 1, 2].map((v) => new THREE.Vector3(...this.at(this.node[k + v])));
            if (!line.intersectTriangle(...corners, false, hit)) continue;
            if (cut && cut.distanceToPoint(hit) < 0) continue;
            const distance = hit.distanceTo(line.origin);
            if (!best || distance < best.distance) best = { body: this.owner[this.face[k]], distance };
        }
        return best;
    }

    setGlass(glass) {
        for (const look of this.looks) look.setGlass(glass);
    }
    setSection(on) {
        for (const look of this.looks) look.setSection(on);
    }

    /// Largest and smallest principal stress over the elements that are seen of a body, or null.
    extremes(body) {
        if (this.count === 0 || !this.owner.includes(body)) return null;
        let high = -Infinity, low = Infinity;
        for (let f = 0; f < this.count; ++f) {
            if (this.owner[f] !== body) continue;
            const values = principalValues(stressOf(this.frame, this.run.geometry.mesh_face_element[f], this.d), this.d);
            high = Math.max(high, values[0]);
            low = Math.min(low, values.at(-1));
        }
        return { high, low };
    }
}
