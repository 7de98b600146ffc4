// Rotations in flat arrays, as (x, y, z, w) from an index on.

/// out = q v q^-1
export function turn(q, i, v, j, out) {
    const x = q[i], y = q[i + 1], z = q[i + 2], w = q[i + 3];
    const a = v[j], b = v[j + 1], c = v[j + 2];
    const s = 2 * (y * c - z * b), t = 2 * (z * a - x * c), u = 2 * (x * b - y * a);
    out[0] = a + w * s + y * u - z * t;
    out[1] = b + w * t + z * s - x * u;
    out[2] = c + w * u + x * t - y * s;
    return out;
}

/// out = q^-1 v q
export function turnBack(q, i, v, j, out) {
    return turn([-q[i], -q[i + 1], -q[i + 2], q[i + 3]], 0, v, j, out);
}

/// out = p q: q first, then p
export function multiply(p, i, q, j, out) {
    const x = p[i], y = p[i + 1], z = p[i + 2], w = p[i + 3];
    const a = q[j], b = q[j + 1], c = q[j + 2], d = q[j + 3];
    out[0] = w * a + x * d + y * c - z * b;
    out[1] = w * b - x * c + y * d + z * a;
    out[2] = w * c + x * b - y * a + z * d;
    out[3] = w * d - x * a - y * b - z * c;
    return out;
}
