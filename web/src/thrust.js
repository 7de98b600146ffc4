// Lines of thrust, as in src/render/draw_thrust.cpp: through the centres of pressure of joints, body after body. In a body with two joints the
// line goes straight from one to the other; where more than two press, their lines meet at the mean of the centres of pressure, weighted by the
// forces. They end at walls.

import { vector } from "./frame.js";

const weak = 1e-4;  // of the strongest joint: weaker ones have no line

/// Names that several bodies begin with, such as arch.voussoir of arch.voussoir.7.
export function families(names) {
    const count = new Map();
    for (const name of names) {
        const family = name.slice(0, Math.max(0, name.lastIndexOf(".")));
        if (family) count.set(family, (count.get(family) ?? 0) + 1);
    }
    return [...count].filter(([, bodies]) => bodies > 2).map(([family]) => family);
}

/// Joints that press, {a, b, point, normal}. Contacts come by (a, b).
function pressedJoints({ count, a, b, point, normal, force }) {
    const joints = [];
    for (let k = 0; k < count; ++k) {
        if (joints.at(-1)?.a !== a[k] || joints.at(-1).b !== b[k]) joints.push({ a: a[k], b: b[k], point: [0, 0, 0], normal: 0 });
        const f = vector(force, k), n = vector(normal, k), joint = joints.at(-1);
        const fn = f[0] * n[0] + f[1] * n[1] + f[2] * n[2];
        joint.normal += fn;
        vector(point, k).forEach((x, c) => { joint.point[c] += fn * x; });
    }
    for (const joint of joints) joint.point = joint.point.map((x) => x / joint.normal);
    const strongest = joints.reduce((most, { normal: fn }) => (Number.isFinite(fn) ? Math.max(most, fn) : most), 0);
    return joints.filter(({ normal: fn }) => fn > weak * strongest && Number.isFinite(fn));
}

/// The joints that a line goes through in each body that is crossed: all, or of a family those within it and, at its ends, the strongest other.
function jointsByBody(joints, crossed, family) {
    const own = new Map(), other = new Map();
    for (const joint of joints) {
        const list = !family || (crossed(joint.a) && crossed(joint.b)) ? own : other;
        for (const body of [joint.a, joint.b])
            if (crossed(body)) list.set(body, [...(list.get(body) ?? []), joint]);
    }
    for (const [body, list] of own) {
        const others = other.get(body);
        if (list.length === 1 && others) list.push(others.reduce((best, joint) => (joint.normal > best.normal ? joint : best)));
    }
    return own.values();
}

/// Straight pieces [from, to]. family: "" for all bodies, or the name that those crossed begin with.
export function thrustPieces(run, frame, family) {
    const crossed = (body) => !run.geometry.wall[body]
        && (!family || run.names[body] === family || run.names[body].startsWith(`${family}.`));
    const pieces = [];
    for (const list of jointsByBody(pressedJoints(frame.contacts), crossed, family)) {
        if (list.length === 2) pieces.push([list[0].point, list[1].point]);
        if (list.length < 3) continue;
        const weight = list.reduce((sum, { normal }) => sum + normal, 0);
        const mean = [0, 1, 2].map((c) => list.reduce((sum, { normal, point }) => sum + normal * point[c], 0) / weight);
        for (const { point } of list) pieces.push([mean, point]);
    }
    return pieces;
}
