// Links and membranes as tubes, as in src/render/draw_links.cpp: rods and cables straight, springs there and back, others a knot where they hold. Pale where
// slack, orange where they yield, gone where broken.

import { vector } from "./frame.js";

const broken = 0, tints = { 1: [0.16, 0.18, 0.22], 2: [0.62, 0.64, 0.68], 3: [0.85, 0.45, 0.05] };
const firstLine = 4, spring = 6;  // rod, cable, spring
const teeth = 12;

const plus = (a, t, d) => a.map((x, c) => x + t * d[c]);

/// Some direction across d, in the plane where the run is flat.
function across(d, flat) {
    const up = flat || Math.abs(d[2]) < 0.9 * Math.hypot(...d) ? [0, 0, 1] : [1, 0, 0];
    const side = [up[1] * d[2] - up[2] * d[1], up[2] * d[0] - up[0] * d[2], up[0] * d[1] - up[1] * d[0]];
    return side.map((x) => x / Math.hypot(...side));
}

function path(a, b, type, width, flat) {
    const d = b.map((x, c) => x - a[c]);
    if (type !== spring || !(Math.hypot(...d) > 0)) return [a, b];
    const side = across(d, flat), points = [a, plus(a, 0.15, d)];
    for (let k = 0; k < teeth; ++k)
        points.push(plus(plus(a, 0.15 + (0.7 * (k + 0.5)) / teeth, d), (k % 2 === 0 ? 3 : -3) * width, side));
    return [...points, plus(a, 0.85, d), b];
}

/// Adds them to a list of tubes; they belong to no contact.
export function collectLinks(run, frame, width, list) {
    const types = run.geometry.link_type ?? [];
    for (let k = 0; k < types.length && k < frame.links.status.length; ++k) {
        const status = frame.links.status[k], line = types[k] >= firstLine;
        if (status === broken) continue;
        const a = vector(frame.links.ends, 2 * k), b = vector(frame.links.ends, 2 * k + 1);
        const points = line ? path(a, b, types[k], width, run.header.dimension === 2) : [plus(a, -width, [1, 0, 0]), plus(b, width, [1, 0, 0])];
        for (let p = 0; p + 1 < points.length; ++p) {
            list.from.push(...points[p]);
            list.to.push(...points[p + 1]);
            list.radius.push((line ? 0.5 : 1.5) * width);
            list.taper.push(1);
            list.tint.push(...(tints[status] ?? tints[1]));
            list.contact.push(-1);
        }
    }
}

const foil = [0.1, 0.45, 0.7];

/// Membranes by their edges, likewise.
export function collectMembranes(run, frame, width, list) {
    const radius = (run.header.dimension === 2 ? 1 : 0.4) * width, ends = frame.membrane.length / 3;
    for (let k = 0; k + 1 < ends; k += 2) {
        list.from.push(...vector(frame.membrane, k));
        list.to.push(...vector(frame.membrane, k + 1));
        list.radius.push(radius);
        list.taper.push(1);
        list.tint.push(...foil);
        list.contact.push(-1);
    }
}
