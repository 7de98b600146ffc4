// Contact forces as tubes. "chains": from centre to centre through the contact, as wide as the normal force, the picture
// granular physicists know; at walls (src/step/walls.h) they stop at the contact, whether the wall moves or not. "vectors": at the contact
// point, along the force on body b, as long as it is strong, thick where it acts and pointed where it goes. "resultants": one such for each pair of bodies,
// at the centre of pressure, as thick as it is strong. Lines of thrust beside them.

import * as THREE from "three";
import { partKind } from "./bodies.js";
import { seenFrom } from "./cell.js";
import { collectLinks, collectMembranes } from "./links.js";
import { tubeFragment, tubeVertex } from "./shaders.js";
import { thrustPieces } from "./thrust.js";

const pressing = [0.64, 0.13, 0.11], pulling = [0.13, 0.36, 0.62], thrustTint = [0.48, 0.12, 0.64];

export class Forces {
    constructor(run, grain, uniforms) {
        this.run = run;
        this.grain = grain;  // a typical radius of the bodies [m]
        this.scale = 1;
        this.style = "off";
        this.thrust = "off";  // or "all", or the family of bodies that lines of thrust go through
        // Between blocks a chain of centres says little.
        const { part_kind: kinds, part_body: owner, wall } = run.geometry;
        const blocks = kinds.some((kind, p) => (kind === partKind.solid || kind === partKind.surface) && !wall[owner[p]]);
        this.usual = blocks ? "vectors" : "chains";
        this.material = new THREE.ShaderMaterial({ vertexShader: tubeVertex, fragmentShader: tubeFragment, uniforms,
            depthTest: run.header.dimension === 3 });
        this.base = new THREE.CylinderGeometry(1, 1, 1, 8, 1, true);
        this.base.rotateX(Math.PI / 2).translate(0, 0, 0.5);  // along z, from 0 to 1
        this.mesh = new THREE.Mesh(new THREE.InstancedBufferGeometry(), this.material);
        this.mesh.frustumCulled = false;
        this.mesh.renderOrder = run.header.dimension === 3 ? 0 : 3;
        this.tubes = { from: [], to: [], radius: [], contact: [], count: 0 };
    }

    place(frame) {
        const list = { from: [], to: [], radius: [], taper: [], tint: [], contact: [] };
        if (this.style === "resultants") this.collectResultants(frame, list);
        else if (this.style !== "off") this.collect(frame, list);
        if (this.thrust !== "off") this.collectThrust(frame, list);
        collectLinks(this.run, frame, 0.08 * this.grain, list);
        collectMembranes(this.run, frame, 0.08 * this.grain, list);
        this.tubes = { ...list, count: list.contact.length };
        // A geometry of its own for each frame: one that was drawn never draws more instances than it had then.
        this.mesh.geometry.dispose();
        this.mesh.geometry = new THREE.InstancedBufferGeometry();
        this.mesh.geometry.index = this.base.index;
        this.mesh.geometry.setAttribute("position", this.base.attributes.position);
        for (const [name, size] of [["from", 3], ["to", 3], ["radius", 1], ["taper", 1], ["tint", 3]])
            this.mesh.geometry.setAttribute(name, new THREE.InstancedBufferAttribute(Float32Array.from(list[name]), size));
        this.mesh.geometry.instanceCount = this.tubes.count;
        this.mesh.visible = this.tubes.count > 0;
    }

    /// Pieces of lines of thrust: they belong to no single contact.
    collectThrust(frame, list) {
        for (const [from, to] of thrustPieces(this.run, frame, this.thrust === "all" ? "" : this.thrust)) {
            list.from.push(...from);
            list.to.push(...to);
            list.radius.push(0.05 * this.grain);
            list.taper.push(1);
            list.tint.push(...thrustTint);
            list.contact.push(-1);
        }
    }

    /// Contacts come by (a, b); a resultant stands for the first of its pair.
    collectResultants(frame, list) {
        const { count, a, b, point, normal, force } = frame.contacts;
        const reference = this.run.header.ranges.force || 1, reach = (1.5 * this.grain * this.scale) / reference;
        for (let k = 0; k < count;) {
            const first = k, sum = [0, 0, 0], at = [0, 0, 0];
            let weight = 0, pressed = 0;
            for (; k < count && a[k] === a[first] && b[k] === b[first]; ++k) {
                const f = [0, 1, 2].map((c) => force[3 * k + c]);
                const fn = f.reduce((total, x, c) => total + x * normal[3 * k + c], 0);
                pressed += fn;
                weight += Math.abs(fn);
                for (let c = 0; c < 3; ++c) { sum[c] += f[c]; at[c] += Math.abs(fn) * point[3 * k + c]; }
            }
            const size = Math.hypot(...sum);
            if (!(weight > 0) || size < 1e-4 * reference) continue;
            const from = at.map((x) => x / weight);
            list.from.push(...from);
            list.to.push(...from.map((x, c) => x + reach * sum[c]));
            list.radius.push(0.2 * this.grain * Math.min(1, (size * this.scale) / reference));
            list.taper.push(0);
            list.tint.push(...(pressed >= 0 ? pressing : pulling));
            list.contact.push(first);
        }
    }

    collect(frame, list) {
        const { count, a, b, point, normal, force } = frame.contacts;
        const reference = this.run.header.ranges.force || 1;
        for (let k = 0; k < count; ++k) {
            const f = [force[3 * k], force[3 * k + 1], force[3 * k + 2]];
            const size = Math.hypot(...f);
            if (size < 1e-4 * reference) continue;
            const fn = f[0] * normal[3 * k] + f[1] * normal[3 * k + 1] + f[2] * normal[3 * k + 2];
            const tint = fn >= 0 ? pressing : pulling;
            const centre = (body) => [0, 1, 2].map((c) => frame.home[3 * body + c]);
            const at = seenFrom(frame.cell, centre(a[k]), [point[3 * k], point[3 * k + 1], point[3 * k + 2]]);
            const push = (from, to, radius, taper) => {
                list.from.push(...from);
                list.to.push(...to);
                list.radius.push(radius);
                list.taper.push(taper);
                list.tint.push(...tint);
                list.contact.push(k);
            };
            if (this.style === "vectors") {
                const reach = (1.5 * this.grain * this.scale) / reference;
                push(at, at.map((x, c) => x + reach * f[c]), 0.11 * this.grain * Math.sqrt(this.scale), 0);
            } else {
                const radius = Math.min(0.5 * this.grain * this.scale * Math.min(Math.abs(fn) / reference, 2), 0.9 * this.grain);
                for (const body of [a[k], b[k]])
                    if (!this.run.geometry.wall[body]) push(at, seenFrom(frame.cell, at, centre(body)), radius, 1);
            }
        }
    }
}
