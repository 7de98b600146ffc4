// What bodies are coloured by. Colours are sRGB, 0 to 1.

const hex = (text) => [1, 3, 5].map((i) => parseInt(text.slice(i, i + 2), 16) / 255);

const ramp = ["#ecdcbd", "#c6d2c0", "#86b4bd", "#3f82a0", "#1b4f78", "#12294a"].map(hex);  // sand to deep water
const kinds = ["#8fb3c4", "#d9a679", "#9dbb8c", "#c58f9c", "#b3a5d1", "#d6c36f", "#7fb8ad", "#c9b8a4"].map(hex);
export const unknown = hex("#c9c6bf");   // a body without the quantity
export const fixed = hex("#bdbab3");
export const selected = hex("#f28e2b");

/// The colour of x in 0 .. 1.
export function onRamp(x, out = [0, 0, 0]) {
    const place = Math.min(Math.max(x, 0), 1) * (ramp.length - 1);
    const low = Math.min(Math.floor(place), ramp.length - 2), t = place - low;
    for (let c = 0; c < 3; ++c) out[c] = (1 - t) * ramp[low][c] + t * ramp[low + 1][c];
    return out;
}

export const css = (colour) => `rgb(${colour.map((c) => Math.round(255 * c)).join(" ")})`;
export const rampCss = (reversed = false) => `linear-gradient(to ${reversed ? "left" : "right"}, ${ramp.map(css).join(", ")})`;
export const kindColour = (index) => (index < 0 ? unknown : kinds[index % kinds.length]);

const length = (values, i) => Math.hypot(values[3 * i], values[3 * i + 1], values[3 * i + 2]);

const statusColours = ["#d55e00", "#3c7fb1", "#e6a817"].map(hex);  // open, sticking, sliding, as in src/render/colours.cpp
const rank = [1, 0, 2];  // sliding is worse than open, and open than sticking

/// Of every body the worst of its joints, as in src/report/shown_run.cpp; of a run without any, of its contacts.
export function worstByBody(run, frame, name) {
    const out = new Float32Array(run.header.bodies).fill(NaN);
    const worse = name === "status" ? (x, y) => rank[x] > rank[y] : (x, y) => x > y;
    const raise = (body, value) => { if (Number.isNaN(out[body]) || worse(value, out[body])) out[body] = value; };
    const { joint_a: a, joint_b: b } = run.geometry;
    if (a) frame.joints[name]?.forEach((value, j) => { raise(a[j], value); raise(b[j], value); });
    else if (name !== "slip") {
        const c = frame.contacts, values = name === "opening" ? c.gap : c[name];
        for (let k = 0; k < c.count && values.length; ++k) { raise(c.a[k], values[k]); raise(c.b[k], values[k]); }
    }
    return out;
}

/// How far body i has turned since another frame, 0 to pi; in space unknown of balls, which look the same however they turn.
function turnedBy(before, now, i) {
    if (!now.turns.has(i)) return NaN;
    let w = 0;
    const [p, q] = [before.rotation, now.rotation].map((all) => all.subarray(4 * i, 4 * i + 4));
    for (let c = 0; c < 4; ++c) w += p[c] * q[c];
    const v = [0, 1, 2].map((c) => {
        const [a, b] = [(c + 1) % 3, (c + 2) % 3];
        return p[3] * q[c] - q[3] * p[c] - (q[a] * p[b] - q[b] * p[a]);
    });
    return 2 * Math.atan2(Math.hypot(...v), Math.abs(w));
}

/// Ways to colour: a number per body on the ramp (`value`, with the range in the header), or a kind (`kind`).
export const modes = {
    velocity: { label: "velocity", unit: "m/s", range: "speed", value: (frame, i) => length(frame.velocity, i) },
    displacement: {
        label: "displacement", unit: "m", range: "displacement",
        value: (frame, i, first) => Math.hypot(frame.position[3 * i] - first.position[3 * i],
            frame.position[3 * i + 1] - first.position[3 * i + 1], frame.position[3 * i + 2] - first.position[3 * i + 2]),
    },
    rotation: { label: "rotation", unit: "rad", range: "rotation", value: (frame, i, first) => turnedBy(first, frame, i) },
    pressure: { label: "pressure", unit: "Pa", range: "pressure", value: (frame, i) => frame.pressure?.[i] ?? NaN },
    material: { label: "material", kind: (geometry, i) => geometry.material[i], names: (header) => header.materials },
    opening: { label: "opening of joints", unit: "mm", range: "opening", joint: "opening", told: 1e3 },
    slip: { label: "slip of joints", unit: "mm", range: "slip", joint: "slip", told: 1e3 },
    damage: { label: "damage of joints", unit: "", range: "share", joint: "damage" },
    utilisation: { label: "utilisation of joints", unit: "", range: "share", joint: "utilisation" },
    status: { label: "status of joints", joint: "status", statuses: true,
        names: () => ["open", "sticking", "sliding"], colour: (k) => statusColours[k] },
    group: { label: "group", kind: (geometry, i) => geometry.group[i], names: (header) => header.groups },
};

// Codes of colours, one number a body: 0 to 1 on the ramp, else one of these.
export const code = { unknown: -1, fixed: -2, selected: -3, status: -4, kind: -8 };  // -4, -5, -6 statuses; -8 .. -15 kinds

/// What shaders need to make colours of codes: kinds, statuses, and the three others.
export const palette = { ramp, kinds, others: [unknown, fixed, selected, ...statusColours.map((colour) => colour.map((c) => 0.55 * c + 0.45))] };

/// The colour of a code.
export function colourOfCode(value, out = [0, 0, 0]) {
    if (value >= 0) return onRamp(value, out);
    return value > code.kind ? palette.others[-1 - value] : kinds[code.kind - value];
}

/// Codes of all bodies.
export function codesOf(mode, run, frame, first, chosen, out) {
    const { geometry, header } = run, { fixed: isFixed } = geometry;
    const way = modes[mode] ?? { value: () => NaN };  // a field of meshes: other bodies have none
    const top = way.range ? header.ranges[way.range] || 1 : 1;
    const given = frame.values?.[mode] ?? (way.joint ? worstByBody(run, frame, way.joint) : null);
    const known = way.kind || given || !header.pieces;
    for (let i = 0; i < header.bodies; ++i) {
        if (way.kind) {
            const kind = way.kind(geometry, i);
            out[i] = isFixed[i] && mode === "group" ? code.fixed : kind < 0 ? code.unknown : code.kind - (kind % kinds.length);
        } else if (isFixed[i]) out[i] = code.fixed;
        else {
            const value = given ? given[i] : known ? way.value(frame, i, first) : NaN;
            if (way.statuses) out[i] = value >= 0 ? code.status - value : code.unknown;
            else out[i] = Number.isFinite(value) ? Math.min(Math.max(value / top, 0), 1) : code.unknown;
        }
    }
    if (chosen >= 0) out[chosen] = code.selected;
    return out;
}
