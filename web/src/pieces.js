// Frames of large runs come in pieces: places and turns of the bodies first, then the one number that colours them, then the strongest
// contacts, each only where it is wanted. Frames that were looked at, and those to come, are kept as long as they fit into memory.

import { makeFrame } from "./frame.js";

export const strongest = 30000;  // contacts that are asked for

const kinds = new Set(["material", "group"]);  // ways to colour that need no number

/// Bytes of all arrays in it.
export function bytesIn(value, seen = new Set()) {
    if (!value || typeof value !== "object" || seen.has(value)) return 0;
    seen.add(value);
    if (ArrayBuffer.isView(value)) {
        if (seen.has(value.buffer)) return 0;
        seen.add(value.buffer);
        return value.byteLength;
    }
    if (value instanceof Set || value instanceof Map) return 0;
    return Object.values(value).reduce((sum, one) => sum + bytesIn(one, seen), 0);
}

/// Promises of frames, the youngest last; no more than `bytes` of them, but always the last.
export class FrameCache {
    constructor(bytes) {
        this.most = bytes;
        this.frames = new Map();  // index -> {promise, bytes}
        this.shared = () => null;  // an array that several frames have
    }
    get bytes() {
        let sum = 0;
        for (const one of this.frames.values()) sum += one.bytes;
        return sum;
    }
    has(i) {
        return this.frames.has(i);
    }
    get(i, make) {
        let one = this.frames.get(i);
        this.frames.delete(i);
        if (!one) {
            one = { promise: make(), bytes: 0 };
            one.promise.then((frame) => this.weigh(i, frame), () => this.frames.delete(i));
        }
        this.frames.set(i, one);
        return one.promise;
    }
    /// It is so large now.
    weigh(i, frame) {
        const one = this.frames.get(i);
        if (!one) return;
        one.bytes = bytesIn(frame, new Set([this.shared()]));
        for (const [old, { bytes }] of this.frames) {
            if (this.bytes <= this.most) break;
            if (old !== i && bytes > 0) this.frames.delete(old);
        }
    }
    clear() {
        this.frames.clear();
    }
}

/// What a view wants of a frame that is not there yet: paths of pieces.
export function missing(frame, { mode, forces }, fields) {
    const paths = [];
    if (mode && !kinds.has(mode) && !fields.has(mode) && !frame.values[mode]) paths.push(["values", mode]);
    if (forces && !frame.hasContacts) paths.push(["forces", String(strongest)]);
    return paths;
}

/// Puts a piece that has come into its frame.
export function addPiece(frame, [what, which], block, geometry) {
    if (what === "values") frame.values[which] = block.value.values;
    else {
        frame.contacts = makeFrame({ ...block, position: null }, { ...geometry, bodies: 0, turning: new Int32Array(0) }).contacts;
        frame.hasContacts = true;
    }
}
