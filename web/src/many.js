// What very many balls (crowd.js) and very many solids (solids.js) have in common: parts in chunks (chunks.js), whose places and colours are in textures.

import { imagesOf } from "./cell.js";
import { chunksSeen, pixelsOfOne, trianglesPerPicture } from "./chunks.js";

const spreadOut = 3;  // chunks whose bounds have grown so much are sorted anew

export const absent = -100, pale = 100;  // codes: a part that is not there; added for images of a cell that repeats

/// Whoever extends it has `uniforms`, `state` (x, y, z and code of every slot), `owner` (its body), `capacity`, and
///     room(count)                          textures for so many; forgets the order
///     sort(frame)                          `slots`, `chunks`: parts in the order they are drawn
///     write(frame, codes)                  fills the textures; returns the sum of the chunks' diagonals
///     writeImages(frame, codes, images)    those of a cell that repeats, as the chunk `images`
///     draw(seen, detail, most)             chooses levels, and what is drawn
export class Many {
    constructor(run, parts, ofFrames) {
        this.run = run;
        this.flat = run.header.dimension === 2;
        this.parts = Int32Array.from(parts);
        this.ofFrames = ofFrames;  // textures that every frame fills
        this.slots = null;
    }

    /// Where the parts are, and the codes of their colours.
    show(frame, codes) {
        const images = imagesOf(this.parts, frame, this.run.geometry);
        if (this.parts.length + images.length > this.capacity) this.room(Math.ceil(1.2 * (this.parts.length + images.length)));
        if (!this.slots) this.sortAnew(frame);
        let extent = this.write(frame, codes);
        if (this.sorted > 0 && extent > spreadOut * this.sorted) {
            this.sortAnew(frame);
            extent = this.write(frame, codes);
        }
        if (this.sorted === 0) this.sorted = extent;
        this.writeImages(frame, codes, images);
        for (const name of this.ofFrames) this.uniforms[name].value.needsUpdate = true;
    }

    sortAnew(frame) {
        this.sort(frame);
        this.sorted = 0;  // the extent of all chunks then
    }

    tint(codes) {
        const { state, owner } = this, count = this.parts.length + (this.images?.count ?? 0);
        for (let s = 0; s < count; ++s) {
            const was = state[4 * s + 3];
            if (was > absent / 2) state[4 * s + 3] = codes[owner[s]] + (s >= this.parts.length ? pale : 0);
        }
        this.uniforms.state.value.needsUpdate = true;
    }

    /// Chooses what of the chunks is drawn, and how; `detail`: which part of the bodies, `most`: of how many triangles.
    arrange(stage, detail = 1, most = trianglesPerPicture) {
        if (!this.slots) return;
        this.draw(chunksSeen(stage, this.images ? [...this.chunks, this.images] : this.chunks), detail, most);
        this.uniforms.pixels.value = pixelsOfOne(stage);
    }
}
