// What meshes are coloured by: one number per element from its stress (columns xx, yy, xy, zz in the plane; xx, yy, zz, xy, yz, xz in
// space), or per face from the displacement of its corners. The same definitions as src/report/stress_field.h.

const columns = { 2: ["xx", "yy", "xy", "zz"], 3: ["xx", "yy", "zz", "xy", "yz", "xz"] };

export const unitOf = (field) => (field === "displacement" ? "m" : "Pa");
export const labelOf = (field) => field.replace("von_mises", "von Mises stress").replace(/^sigma_/, "stress ");

/// Where a value is on the ramp: the end that is larger in size is the dark one, so that strong compression is dark as well.
export const isReversed = ({ low, high }) => Math.abs(low) > Math.abs(high);
export function onRampOf(field, value) {
    const x = field.high > field.low ? (value - field.low) / (field.high - field.low) : 0;
    return isReversed(field) ? 1 - x : x;
}

function vonMises(s, d) {
    const [x, y, z] = d === 2 ? [s[0], s[1], s[3]] : s;
    const shear = d === 2 ? s[2] ** 2 : s[3] ** 2 + s[4] ** 2 + s[5] ** 2;
    return Math.sqrt(0.5 * ((x - y) ** 2 + (y - z) ** 2 + (z - x) ** 2) + 3 * shear);
}

/// Principal values, the largest first.
export function principalValues(s, d) {
    if (d === 2) {
        const mean = 0.5 * (s[0] + s[1]), radius = Math.hypot(0.5 * (s[0] - s[1]), s[2]);
        return [mean + radius, mean - radius];
    }
    // Roots of the characteristic polynomial by angles.
    const [xx, yy, zz, xy, yz, xz] = s;
    const mean = (xx + yy + zz) / 3, [a, b, c] = [xx - mean, yy - mean, zz - mean];
    const p = Math.sqrt((a * a + b * b + c * c + 2 * (xy * xy + yz * yz + xz * xz)) / 6);
    if (p === 0) return [mean, mean, mean];
    const det = a * (b * c - yz * yz) - xy * (xy * c - yz * xz) + xz * (xy * yz - b * xz);
    const angle = Math.acos(Math.min(Math.max(det / (2 * p ** 3), -1), 1)) / 3;
    const first = mean + 2 * p * Math.cos(angle), last = mean + 2 * p * Math.cos(angle + (2 * Math.PI) / 3);
    return [first, 3 * mean - first - last, last];
}

/// The direction of the first principal stress, in the plane.
export function firstDirection(s) {
    const half = 0.5 * (s[0] - s[1]), radius = Math.hypot(half, s[2]);
    const [x, y] = half >= 0 ? [half + radius, s[2]] : [s[2], radius - half];
    const length = Math.hypot(x, y);
    return length > 0 ? [x / length, y / length] : [1, 0];
}

/// Stress columns of element e.
export function stressOf(frame, e, d) {
    const size = columns[d].length;
    return frame.stress.subarray(size * e, size * (e + 1));
}

export function stressValue(field, s, d) {
    if (field === "von_mises") return vonMises(s, d);
    const column = columns[d].indexOf(field.slice("sigma_".length));
    return column >= 0 ? s[column] : principalValues(s, d)[+field.at(-1) - 1];
}
