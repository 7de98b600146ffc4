// What lies under the pointer, by geometry: the ray against spheres, against the half-spaces of convex solids, against
// the tubes of forces. Exact at any zoom, and without reading pixels back.

import { partKind } from "./bodies.js";
import { isThere } from "./frame.js";
import { turn, turnBack } from "./quaternion.js";

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/// Entry and exit of the ray in a sphere, or null.
function throughBall(origin, ray, centre, radius) {
    const to = minus(centre, origin);
    const along = dot(to, ray);
    const inside = radius ** 2 - (dot(to, to) - along ** 2);
    return inside < 0 ? null : [along - Math.sqrt(inside), along + Math.sqrt(inside)];
}

/// Entry and exit of the ray in the intersection of half-spaces n . x <= d.
function throughFaces(origin, ray, faces) {
    let enter = -Infinity, leave = Infinity;
    for (const { normal, offset } of faces) {
        const slope = dot(normal, ray), height = offset - dot(normal, origin);
        if (slope === 0) {
            if (height < 0) return null;
        } else if (slope > 0) leave = Math.min(leave, height / slope);
        else enter = Math.max(enter, height / slope);
    }
    return enter <= leave ? [enter, leave] : null;
}

/// The half-spaces of a shape; a polygon is a prism of great depth.
export function facesOf(shape, flat) {
    const faces = shape.faces.flatMap((face) => {
        const corners = face.map((v) => shape.vertices[v]);
        if (flat) {
            return corners.map((p, i) => {
                const q = corners[(i + 1) % corners.length];
                const normal = [q[1] - p[1], p[0] - q[0], 0];
                return { normal, offset: dot(normal, p) };
            });
        }
        const u = minus(corners[1], corners[0]), v = minus(corners[2], corners[0]);
        const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        return [{ normal, offset: dot(normal, corners[0]) }];
    });
    return faces;
}

export class Picker {
    constructor(run) {
        this.run = run;
        this.flat = run.header.dimension === 2;
        this.faces = run.shapes.map((shape) => facesOf(shape, this.flat));
        const { part_radius: radius, part_centre: centre, part_kind: kind } = run.geometry;
        // About the body's centre; what has no end is looked at in any case.
        this.reach = Float32Array.from(radius, (r, p) => (kind[p] === partKind.ball || kind[p] === partKind.solid
            ? r + Math.hypot(centre[3 * p], centre[3 * p + 1], centre[3 * p + 2]) : Infinity));
    }

    /// The nearest body, {body, distance}, or null. `cut`: the section plane; what it takes away cannot be picked.
    body(frame, origin, ray, cut) {
        const { geometry } = this.run;
        let best = null;
        for (let p = 0; p < geometry.part_kind.length; ++p) {
            if (this.passes(frame, p, origin, ray)) continue;
            const span = this.through(frame, p, origin, ray);
            const distance = span && this.visible(span, origin, ray, cut);
            if (distance !== null && distance !== undefined && (!best || distance < best.distance))
                best = { body: geometry.part_body[p], distance };
        }
        return best;
    }

    /// Whether the ray passes by a ball that holds the part; quick, for there may be very many.
    passes({ home }, p, [ox, oy, oz], [rx, ry, rz]) {
        const k = 3 * this.run.geometry.part_body[p];
        const x = home[k] - ox, y = home[k + 1] - oy, z = home[k + 2] - oz, along = x * rx + y * ry + z * rz;
        return !(x * x + y * y + z * z - along * along <= this.reach[p] ** 2 * (1 + 1e-5));
    }

    through(frame, p, origin, ray) {
        const { geometry } = this.run;
        const kind = geometry.part_kind[p], body = geometry.part_body[p];
        if ((kind !== partKind.ball && kind !== partKind.solid) || !isThere(frame, body)) return null;
        const arm = turn(frame.rotation, 4 * body, geometry.part_centre, 3 * p, [0, 0, 0]);
        const centre = [0, 1, 2].map((c) => frame.home[3 * body + c] + arm[c]);
        if (kind === partKind.ball) {
            const from = this.flat ? [origin[0], origin[1], 0] : origin;  // the ray is along z
            const span = throughBall(from, ray, centre, geometry.part_radius[p]);
            return span && this.flat ? [origin[2], origin[2]] : span;
        }
        // The ray in the shape's own frame.
        const bodyOrigin = turnBack(frame.rotation, 4 * body, minus(origin, centre), 0, [0, 0, 0]);
        const bodyRay = turnBack(frame.rotation, 4 * body, ray, 0, [0, 0, 0]);
        return throughFaces(turnBack(geometry.part_turn, 4 * p, bodyOrigin, 0, [0, 0, 0]),
            turnBack(geometry.part_turn, 4 * p, bodyRay, 0, [0, 0, 0]), this.faces[geometry.part_solid[p]]);
    }

    /// The first visible distance of a span along the ray, or null.
    visible([enter, leave], origin, ray, cut) {
        if (!this.flat && leave < 0) return null;
        if (!cut) return enter;
        const n = cut.normal.toArray();
        const height = (t) => dot(n, origin) + cut.constant + t * dot(n, ray);
        if (height(enter) >= 0) return enter;
        return height(leave) >= 0 ? -(dot(n, origin) + cut.constant) / dot(n, ray) : null;
    }

    /// The contact whose tube is met first, {contact, distance}, or null. `slack` widens thin tubes [m].
    contact(tubes, origin, ray, slack) {
        let best = null;
        for (let i = 0; i < tubes.count; ++i) {
            if (tubes.contact[i] < 0) continue;  // a line of thrust
            const from = tubes.from.slice(3 * i, 3 * i + 3), to = tubes.to.slice(3 * i, 3 * i + 3);
            const near = nearest(origin, ray, from, to);
            if (near.gap > tubes.radius[i] + slack) continue;
            const distance = this.flat ? near.gap : near.along;
            if (!best || distance < best.distance) best = { contact: tubes.contact[i], distance };
        }
        return best;
    }
}

/// How near a ray passes to a segment, and where along the ray.
function nearest(origin, ray, from, to) {
    const axis = minus(to, from), offset = minus(from, origin);
    const aa = dot(axis, axis), ar = dot(axis, ray), oa = dot(offset, axis), or = dot(offset, ray);
    const det = aa - ar * ar;
    const s = Math.min(Math.max(det > 1e-12 * aa ? (ar * or - oa) / det : 0, 0), 1);
    const along = or + s * ar;
    const gap = Math.hypot(...[0, 1, 2].map((c) => offset[c] + s * axis[c] - along * ray[c]));
    return { gap, along };
}
