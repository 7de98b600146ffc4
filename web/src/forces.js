// Contact forces as tubes. "chains": from centre to centre through the contact, as wide as the normal force, the picture
// granular physicists know; at fixed bodies they stop at the contact. "vectors": at the contact point, along the force
// on body b, as long as it is strong, thick where it acts and pointed where it goes.

import * as THREE from "three";
import { partKind } from "./bodies.js";
import { tubeFragment, tubeVertex } from "./shaders.js";

const pressing = [0.64, 0.13, 0.11], pulling = [0.13, 0.36, 0.62];

export class Forces {
    constructor(run, grain, uniforms) {
        this.run = run;
        this.grain = grain;  // a typical radius of the bodies [m]
        this.scale = 1;
        this.style = "off";
        // Between blocks a chain of centres says little.
        this.usual = run.geometry.part_kind.every((kind) => kind !== partKind.solid && kind !== partKind.surface) ? "chains" : "vectors";
        this.material = new THREE.ShaderMaterial({ vertexShader: tubeVertex, fragmentShader: tubeFragment, uniforms,
            depthTest: run.header.dimension === 3 });
        const base = new THREE.CylinderGeometry(1, 1, 1, 8, 1, true);
        base.rotateX(Math.PI / 2).translate(0, 0, 0.5);  // along z, from 0 to 1
        this.geometry = new THREE.InstancedBufferGeometry();
        this.geometry.index = base.index;
        this.geometry.setAttribute("position", base.attributes.position);
        this.mesh = new THREE.Mesh(this.geometry, this.material);
        this.mesh.frustumCulled = false;
        this.mesh.renderOrder = run.header.dimension === 3 ? 0 : 3;
        this.tubes = { from: [], to: [], radius: [], contact: [], count: 0 };
    }

    place(frame) {
        const list = { from: [], to: [], radius: [], taper: [], tint: [], contact: [] };
        if (this.style !== "off") this.collect(frame, list);
        this.tubes = { ...list, count: list.contact.length };
        for (const [name, size] of [["from", 3], ["to", 3], ["radius", 1], ["taper", 1], ["tint", 3]])
            this.geometry.setAttribute(name, new THREE.InstancedBufferAttribute(Float32Array.from(list[name]), size));
        this.geometry.instanceCount = this.tubes.count;
        this.mesh.visible = this.tubes.count > 0;
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
            const at = [point[3 * k], point[3 * k + 1], point[3 * k + 2]];
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
                    if (!this.run.geometry.fixed[body]) push(at, frame.position.subarray(3 * body, 3 * body + 3), radius, 1);
            }
        }
    }
}
