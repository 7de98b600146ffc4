// Blocks of columns, as src/report/block.h writes them: deflated; inside,
//
//     u32 length of the index | index (JSON) | bytes of the columns
//
// Numbers of several bytes lie in planes: all first bytes, all second bytes, ... (they deflate better so).
//
//     u8, i32, f32, f64   as they are
//     d32                 i32, each the difference to the one before
//     f16                 half precision times `scale`
//     q16                 low[c] + step[c] * u16 for component c

const width = { u8: 1, f16: 2, q16: 2, i32: 4, d32: 4, f32: 4, f64: 8 };

export async function inflate(bytes) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

export function fromBase64(text) {
    const characters = atob(text);
    const bytes = new Uint8Array(characters.length);
    for (let i = 0; i < bytes.length; ++i) bytes[i] = characters.charCodeAt(i);
    return bytes;
}

/// Puts the planes of n numbers of w bytes together again.
function gather(planes, n, w) {
    if (w === 1) return planes.slice();
    const bytes = new Uint8Array(n * w);
    for (let k = 0; k < w; ++k) {
        for (let i = 0, from = k * n, to = k; i < n; ++i, ++from, to += w) bytes[to] = planes[from];
    }
    return bytes;
}

let halves = null;  // value of every half-precision number

function halfTable() {
    if (halves) return halves;
    halves = new Float32Array(65536);
    for (let bits = 0; bits < 65536; ++bits) {
        const sign = bits & 0x8000 ? -1 : 1, exponent = (bits >> 10) & 31, fraction = bits & 1023;
        if (exponent === 0) halves[bits] = sign * fraction * 2 ** -24;
        else if (exponent === 31) halves[bits] = fraction ? NaN : sign * Infinity;
        else halves[bits] = sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
    }
    return halves;
}

function decode(column, planes) {
    const n = column.count * column.size;
    const buffer = gather(planes, n, width[column.type]).buffer;
    switch (column.type) {
        case "u8": return new Uint8Array(buffer);
        case "i32": return new Int32Array(buffer);
        case "f32": return new Float32Array(buffer);
        case "f64": return new Float64Array(buffer);
        case "d32": {
            const values = new Int32Array(buffer);
            for (let i = 1; i < n; ++i) values[i] += values[i - 1];
            return values;
        }
        case "f16": {
            const table = halfTable(), bits = new Uint16Array(buffer), out = new Float32Array(n);
            for (let i = 0; i < n; ++i) out[i] = table[bits[i]] * column.scale;
            return out;
        }
        case "q16": {
            const { low, step, size } = column, steps = new Uint16Array(buffer), out = new Float32Array(n);
            for (let c = 0; c < size; ++c)
                for (let i = c; i < n; i += size) out[i] = low[c] + step[c] * steps[i];
            return out;
        }
    }
    throw new Error(`a column of unknown type ${column.type}`);
}

/// Column values by name, each with the number of components as `size`.
export function readBlock(bytes) {
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    const index = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
    const columns = { time: index.time };
    for (const column of index.columns) {
        const start = 4 + length + column.offset;
        const bytesOf = bytes.subarray(start, start + column.count * column.size * width[column.type]);
        columns[column.name] = { size: column.size, count: column.count, values: decode(column, bytesOf) };
    }
    return columns;
}
