// Planes and drums: without end in the engine, so drawn as far as the run's bodies reach. In space only the side that
// faces the bodies is drawn: a wall between the eye and the bodies is not seen.

import * as THREE from "three";
import { partKind } from "./bodies.js";
import { isThere } from "./frame.js";
import { turn } from "./quaternion.js";

const face = new THREE.Color("#ebe9e4"), line = new THREE.Color("#a19d94"), fill = new THREE.Color("#dcd9d1");

/// Cuts off the part of a polygon below the plane n . x = d.
function clip(polygon, n, d) {
    const out = [];
    for (let i = 0; i < polygon.length; ++i) {
        const p = polygon[i], q = polygon[(i + 1) % polygon.length];
        const hp = p.dot(n) - d, hq = q.dot(n) - d;
        if (hp >= 0) out.push(p);
        if (hp * hq < 0) out.push(p.clone().lerp(q, hp / (hp - hq)));
    }
    return out;
}

function placedParts(run, frame, kind) {
    const { geometry } = run;
    const found = [];
    geometry.endless ??= [...geometry.part_kind.keys()].filter((p) => [partKind.plane, partKind.drum].includes(geometry.part_kind[p]));
    geometry.endless.filter((p) => geometry.part_kind[p] === kind).forEach((p) => {
        const body = geometry.part_body[p];
        if (!isThere(frame, body)) return;
        const arm = turn(frame.rotation, 4 * body, geometry.part_centre, 3 * p, [0, 0, 0]);
        const axis = turn(frame.rotation, 4 * body, geometry.part_axis, 3 * p, [0, 0, 0]);
        const centre = new THREE.Vector3(...frame.position.subarray(3 * body, 3 * body + 3)).add(new THREE.Vector3(...arm));
        found.push({ p, body, centre, axis: new THREE.Vector3(...axis), radius: geometry.part_radius[p],
            length: geometry.part_length[p] });
    });
    return found;
}

export class Walls {
    constructor(run, size, centre) {
        this.run = run;
        this.flat = run.header.dimension === 2;
        this.reach = (this.flat ? 3 : 0.62) * size;
        this.centre = centre;
        this.group = new THREE.Group();
        this.surface = new THREE.MeshBasicMaterial({ color: this.flat ? fill : face, polygonOffset: true,
            polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
        this.inside = this.surface.clone();
        this.surface.side = this.flat ? THREE.DoubleSide : THREE.FrontSide;
        this.inside.side = this.flat ? THREE.DoubleSide : THREE.BackSide;
        this.outline = new THREE.LineBasicMaterial({ color: line });
        // Colours are sRGB numbers as everywhere on this page.
        for (const material of [this.surface, this.inside, this.outline]) material.toneMapped = false;
    }

    place(frame) {
        for (const child of this.group.children) child.geometry.dispose();
        this.group.clear();
        const planes = placedParts(this.run, frame, partKind.plane);
        for (const plane of planes) this.flat ? this.addBand(plane, planes) : this.addPatch(plane, planes);
        for (const drum of placedParts(this.run, frame, partKind.drum)) this.addDrum(drum);
    }

    /// 2D: the solid below a plane, as a band; its edge ends where another solid begins.
    addBand(plane, planes) {
        const n = plane.axis, along = new THREE.Vector3(-n.y, n.x, 0);
        const foot = this.centre.clone().addScaledVector(n, plane.centre.clone().sub(this.centre).dot(n));
        let [from, to] = [-this.reach, this.reach];
        for (const other of planes) {
            const slope = other.axis.dot(along), height = other.axis.dot(other.centre.clone().sub(foot));
            if (Math.abs(slope) < 1e-3) continue;
            if (slope > 0) from = Math.max(from, height / slope);
            else to = Math.min(to, height / slope);
        }
        if (from >= to) return;
        const depth = 0.006 * this.reach;
        const corner = (s, t) => foot.clone().addScaledVector(along, s).addScaledVector(n, -t * depth);
        this.add([corner(from - depth, 0), corner(to + depth, 0), corner(to + depth, 1), corner(from - depth, 1)], false);
        this.addLine([corner(from, 0), corner(to, 0)], false);
    }

    /// 3D: a patch about the middle of the scene, cut by the other planes.
    addPatch(plane, planes) {
        const n = plane.axis;
        const side = new THREE.Vector3(n.z, n.x, n.y).cross(n).normalize();
        const up = n.clone().cross(side);
        const foot = this.centre.clone().addScaledVector(n, plane.centre.clone().sub(this.centre).dot(n));
        let polygon = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([s, t]) =>
            foot.clone().addScaledVector(side, s * this.reach).addScaledVector(up, t * this.reach));
        for (const other of planes) {
            const facing = other !== plane && Math.abs(other.axis.dot(n)) < 0.999;
            if (facing) polygon = clip(polygon, other.axis, other.axis.dot(other.centre));
        }
        if (polygon.length > 2) {
            this.add(polygon, true);
            this.addLine(polygon, true);
        }
    }

    addDrum({ body, centre, radius, length, axis }) {
        if (this.flat) {
            const ring = new THREE.Mesh(new THREE.RingGeometry(radius, 1.03 * radius, 128), this.inside);
            ring.position.copy(centre);
            this.group.add(ring);
            this.addLine(circle(centre, new THREE.Vector3(0, 0, 1), radius), true);
            return;
        }
        const reach = Number.isFinite(length) && length > 0 ? length : 2 * this.reach;
        const tube = new THREE.Mesh(new THREE.CylinderGeometry(radius, radius, reach, 96, 1, true), this.inside);
        tube.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), axis);
        tube.position.copy(centre);
        tube.userData.body = body;
        this.group.add(tube);
        for (const end of [-0.5, 0.5])
            this.addLine(circle(centre.clone().addScaledVector(axis, end * reach), axis, radius), true);
    }

    add(polygon, faceToNormal) {
        const positions = [];
        for (let i = 1; i + 1 < polygon.length; ++i)
            for (const v of [polygon[0], polygon[i], polygon[i + 1]]) positions.push(v.x, v.y, v.z);
        const geometry = new THREE.BufferGeometry();
        geometry.setAttribute("position", new THREE.Float32BufferAttribute(positions, 3));
        this.group.add(new THREE.Mesh(geometry, faceToNormal ? this.surface : this.inside));
    }

    addLine(points, closed) {
        const geometry = new THREE.BufferGeometry().setFromPoints(points);
        this.group.add(closed ? new THREE.LineLoop(geometry, this.outline) : new THREE.Line(geometry, this.outline));
    }
}

function circle(centre, axis, radius) {
    const side = new THREE.Vector3(axis.z, axis.x, axis.y).cross(axis).normalize(), up = axis.clone().cross(side);
    return Array.from({ length: 96 }, (_, i) => {
        const angle = (2 * Math.PI * i) / 96;
        return centre.clone().addScaledVector(side, radius * Math.cos(angle)).addScaledVector(up, radius * Math.sin(angle));
    });
}
