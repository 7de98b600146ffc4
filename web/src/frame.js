// A frame as the view needs it: everything in three dimensions, one flat array per quantity.

import { cellOf, homes } from "./cell.js";

/// Three components per entry, whatever was stored.
function spatial(column) {
    if (!column || column.size === 3) return column?.values;
    const out = new Float32Array(3 * column.count);
    for (let i = 0; i < column.count; ++i) {
        out[3 * i] = column.values[2 * i];
        out[3 * i + 1] = column.values[2 * i + 1];
    }
    return out;
}

/// Often only walls could turn, and do not.
function isUnturned({ size, values }) {
    for (let k = 0; k < values.length; ++k) if (values[k] !== (size === 4 && k % 4 === 3 ? 1 : 0)) return false;
    return true;
}

/// No turn at all, for as many bodies: one for all frames.
function unturned(geometry) {
    if (geometry.unturned?.length !== 4 * geometry.bodies) {
        geometry.unturned = new Float32Array(4 * geometry.bodies);
        for (let i = 3; i < geometry.unturned.length; i += 4) geometry.unturned[i] = 1;
    }
    return geometry.unturned;
}

/// Quaternions (x, y, z, w) of all bodies; those not listed in `turning` look the same however they turn.
function rotations(column, turning, geometry) {
    const { bodies } = geometry;
    if (!column || isUnturned(column)) return unturned(geometry);
    const out = new Float32Array(4 * bodies);
    for (let i = 0; i < bodies; ++i) out[4 * i + 3] = 1;
    for (let k = 0; k < turning.length; ++k) {
        const to = 4 * turning[k];
        if (column.size === 1) {
            out[to + 2] = Math.sin(0.5 * column.values[k]);
            out[to + 3] = Math.cos(0.5 * column.values[k]);
        } else {
            for (let c = 0; c < 4; ++c) out[to + c] = column.values[4 * k + c];
        }
    }
    return out;
}

function spins(column, bodies) {
    if (!column || column.size === 3) return column?.values;
    const out = new Float32Array(3 * bodies);
    for (let i = 0; i < bodies; ++i) out[3 * i + 2] = column.values[i];
    return out;
}

const none = { size: 3, count: 0, values: new Float32Array(0) };

/// Rows of the bodies that are there, put where they belong; others are not numbers.
function scattered(column, present, bodies) {
    if (!column || !present) return column;
    const values = new Float32Array(column.size * bodies).fill(NaN);
    for (let k = 0; k < present.length; ++k)
        for (let c = 0; c < column.size; ++c) values[column.size * present[k] + c] = column.values[column.size * k + c];
    return { ...column, count: bodies, values };
}

/// `present`: which bodies are there, where some are not.
export function makeFrame(block, geometry) {
    const bodies = geometry.bodies, present = block.present?.values;
    const all = (column) => scattered(column, present, bodies);
    const there = present && new Set(present);
    const turning = there ? geometry.turning.filter((body) => there.has(body)) : geometry.turning;
    const position = spatial(all(block.position)), cell = cellOf(block);
    return {
        time: block.time,
        count: present ? present.length : bodies,
        position,
        cell,                         // that repeats, or null
        home: homes(cell, position),  // where bodies are drawn
        rotation: rotations(block.rotation, turning, geometry),
        turns: geometry.turns,  // those whose rotation is known
        velocity: spatial(all(block.velocity)),
        spin: spins(all(block.spin), bodies),
        pressure: all(block.pressure)?.values,
        displacement: block.displacement?.values,  // of the nodes of meshes
        stress: block.stress?.values,              // of their elements
        joints: Object.fromEntries(["opening", "slip", "damage", "utilisation", "status"]
            .map((name) => [name, block[`joint_${name}`]?.values])),  // where faces touched at time 0
        membrane: spatial(block.membrane_edge ?? none),
        links: { ends: spatial(block.link_ends ?? none), force: spatial(block.link_force ?? none), status: block.link_status?.values ?? [] },
        contacts: {
            count: block.a?.count ?? 0,
            a: block.a?.values ?? [],
            b: block.b?.values ?? [],
            point: spatial(block.point ?? none),
            normal: spatial(block.normal ?? none),
            force: spatial(block.force ?? none),
            gap: block.gap?.values ?? [],
            status: block.status?.values ?? [],
            utilisation: block.utilisation?.values ?? [],
            damage: block.damage?.values ?? [],
        },
    };
}

/// Whether body i is there.
export const isThere = (frame, i) => !Number.isNaN(frame.position[3 * i]);

/// A frame that displacements and rotations count from: who is not there is where it was first seen.
export function withFirstPlaces(frame, geometry) {
    if (!geometry.first_position) return frame;
    const d = geometry.first_position.length / geometry.bodies;
    const out = { ...frame, position: frame.position.slice(), rotation: frame.rotation.slice() };
    for (let i = 0; i < geometry.bodies; ++i) {
        if (isThere(frame, i)) continue;
        for (let c = 0; c < 3; ++c) out.position[3 * i + c] = c < d ? geometry.first_position[d * i + c] : 0;
        if (d === 2) out.rotation.set([0, 0, Math.sin(0.5 * geometry.first_rotation[i]), Math.cos(0.5 * geometry.first_rotation[i])], 4 * i);
        else out.rotation.set(geometry.first_rotation.subarray(4 * i, 4 * i + 4), 4 * i);
    }
    return out;
}

export const statusNames = ["open", "sticking", "sliding"];

export const vector = (values, i) => [values[3 * i], values[3 * i + 1], values[3 * i + 2]];

/// Force on body i, and how many contacts bear it.
export function contactsOf(frame, i) {
    const { count, a, b, force } = frame.contacts;
    const sum = [0, 0, 0];
    let bearing = 0;
    for (let k = 0; k < count; ++k) {
        const sign = b[k] === i ? 1 : a[k] === i ? -1 : 0;
        if (sign === 0) continue;
        const f = vector(force, k);
        bearing += f.some((value) => value !== 0);
        for (let c = 0; c < 3; ++c) sum[c] += sign * f[c];
    }
    return { force: sum, bearing };
}

/// The joint of bodies a and b: what all contacts between them add up to, and where the normal forces act.
export function jointOf(frame, a, b) {
    const c = frame.contacts;
    const force = [0, 0, 0], point = [0, 0, 0];
    let contacts = 0, normal = 0, opening = -Infinity;
    for (let k = 0; k < c.count; ++k) {
        const sign = c.a[k] === a && c.b[k] === b ? 1 : c.a[k] === b && c.b[k] === a ? -1 : 0;
        if (sign === 0) continue;
        ++contacts;
        const f = vector(c.force, k), n = vector(c.normal, k), x = vector(c.point, k);
        const fn = f[0] * n[0] + f[1] * n[1] + f[2] * n[2];
        normal += fn;
        opening = Math.max(opening, c.gap[k]);
        for (let d = 0; d < 3; ++d) {
            force[d] += sign * f[d];
            point[d] += fn * x[d];
        }
    }
    const magnitude = Math.hypot(...force);
    return {
        contacts, force, normal, opening,
        shear: Math.sqrt(Math.max(0, magnitude ** 2 - normal ** 2)),
        point: normal !== 0 ? point.map((value) => value / normal) : null,
    };
}
