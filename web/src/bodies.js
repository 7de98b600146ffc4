// Bodies on the stage: balls (or disks) in one mesh, solids in one mesh per distinct shape. Each mesh is instanced, and a
// frame only rewrites the places, turns and tints of its instances. Very many are crowds instead (crowd.js, solids.js).

import * as THREE from "three";
import { ballFragment, ballVertex, diskFragment, diskVertex, solidFragment, solidVertex } from "./shaders.js";
import { imagesOf } from "./cell.js";
import { colourOfCode } from "./colours.js";
import { Crowd } from "./crowd.js";
import { trianglesPerPicture } from "./chunks.js";
import { isThere } from "./frame.js";
import { turn, multiply } from "./quaternion.js";
import { Solids } from "./solids.js";

const fewBalls = 5000, fewSolids = 2000, fewShapes = 100;  // more are a crowd

export const partKind = { ball: 0, plane: 1, drum: 2, solid: 3, surface: 4 };

/// Alpha says how much of a pixel is covered; the picture itself stays opaque.
const coverage = { blending: THREE.CustomBlending, blendSrc: THREE.OneFactor, blendDst: THREE.ZeroFactor,
    blendSrcAlpha: THREE.ZeroFactor, blendDstAlpha: THREE.OneFactor };

/// How one kind of part is drawn. Where bodies are glassy, only the surface nearest to the eye is blended: the veil is drawn
/// before and fills the depth.
export class Look {
    constructor(shader, uniforms) {
        this.skin = new THREE.ShaderMaterial({ ...shader, uniforms, defines: {}, side: THREE.DoubleSide, ...coverage });
        this.veil = new THREE.ShaderMaterial({ ...shader, uniforms, defines: {}, side: THREE.DoubleSide, colorWrite: false, visible: false });
        this.setGlass(false);
    }

    setGlass(glass) {
        this.veil.visible = glass;
        this.skin.transparent = this.veil.transparent = glass;
        this.skin.alphaToCoverage = !glass;
        this.skin.blending = glass ? THREE.NormalBlending : THREE.CustomBlending;
        this.skin.needsUpdate = true;
    }

    /// Whether a section is on; shaders that need not know cost less.
    setSection(on) {
        for (const material of [this.skin, this.veil]) {
            if (on === "SECTION" in material.defines) continue;
            if (on) material.defines.SECTION = 1;
            else delete material.defines.SECTION;
            material.needsUpdate = true;
        }
    }
}

/// One instanced mesh of parts; `parts` are indices into the geometry's part table. Instances are those of bodies that are there in the frame,
/// in their order, in a cell that repeats followed by images that reach into it; `owner` says whose each is, `pale` which are images.
class Batch {
    constructor(base, look, parts) {
        this.parts = parts;
        this.base = base;
        this.geometry = new THREE.InstancedBufferGeometry();
        this.room(parts.length);
        this.meshes = [look.veil, look.skin].map((material, i) => {
            const mesh = new THREE.Mesh(this.geometry, material);
            mesh.frustumCulled = false;
            mesh.renderOrder = 1 + i;
            return mesh;
        });
    }

    /// For so many instances, in buffers of their own: one that was drawn never draws more than it had then.
    room(count) {
        this.owner = new Int32Array(count);
        this.pale = new Uint8Array(count);
        this.places = new Float32Array(3 * count);
        this.turns = new Float32Array(4 * count);
        this.tints = new Float32Array(3 * count);
        this.radii = new Float32Array(count);
        this.count = count;
        this.geometry.dispose();
        this.geometry = new THREE.InstancedBufferGeometry();
        this.geometry.index = this.base.index;
        for (const [name, attribute] of Object.entries(this.base.attributes)) this.geometry.setAttribute(name, attribute);
        this.geometry.instanceCount = count;
        const instanced = (values, size) => {
            const attribute = new THREE.InstancedBufferAttribute(values, size);
            attribute.setUsage(THREE.DynamicDrawUsage);
            return attribute;
        };
        this.geometry.setAttribute("place", instanced(this.places, 3));
        this.geometry.setAttribute("turn", instanced(this.turns, 4));
        this.geometry.setAttribute("tint", instanced(this.tints, 3));
        this.geometry.setAttribute("radius", instanced(this.radii, 1));
        for (const mesh of this.meshes ?? []) mesh.geometry = this.geometry;
    }

    place(frame, geometry) {
        const { part_centre: centre, part_turn: own, part_radius: radius } = geometry;
        const arm = [0, 0, 0], q = [0, 0, 0, 1], images = imagesOf(this.parts, frame, geometry);
        if (this.parts.length + images.length > this.owner.length) this.room(Math.ceil(1.2 * (this.parts.length + images.length)));
        let k = 0;
        const put = (p, shift) => {
            const body = geometry.part_body[p];
            if (!isThere(frame, body)) return;
            this.owner[k] = body;
            this.pale[k] = shift ? 1 : 0;
            this.radii[k] = radius[p];
            turn(frame.rotation, 4 * body, centre, 3 * p, arm);
            for (let c = 0; c < 3; ++c) this.places[3 * k + c] = frame.home[3 * body + c] + arm[c] + (shift ? shift[c] : 0);
            multiply(frame.rotation, 4 * body, own, 4 * p, q);
            for (let c = 0; c < 4; ++c) this.turns[4 * k + c] = q[c];
            ++k;
        };
        for (const p of this.parts) put(p, null);
        for (const { p, shift } of images) put(p, shift);
        this.count = k;
        this.owner.fill(-1, k);
        this.geometry.instanceCount = k;
        for (const mesh of this.meshes) mesh.visible = k > 0;
        for (const name of ["place", "turn", "radius"]) this.geometry.attributes[name].needsUpdate = true;
    }

    tint(codes) {
        const scratch = [0, 0, 0];
        for (let k = 0; k < this.count; ++k) {
            const pale = this.pale[k] ? 0.55 : 0, colour = colourOfCode(codes[this.owner[k]], scratch);
            for (let c = 0; c < 3; ++c) this.tints[3 * k + c] = (1 - pale) * colour[c] + pale;
        }
        this.geometry.attributes.tint.needsUpdate = true;
    }

    dispose() {
        this.geometry.dispose();
    }
}

function quad() {
    const base = new THREE.BufferGeometry();
    base.setAttribute("position", new THREE.Float32BufferAttribute([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], 3));
    base.setIndex([0, 1, 2, 0, 2, 3]);
    return base;
}

/// Faces of a solid as triangles about their first corner, with `corner` marking which sides are edges of the solid.
function solidMesh(shape) {
    const position = [], normal = [], corner = [];
    for (const face of shape.faces) {
        const [a, b, c] = [0, 1, 2].map((i) => new THREE.Vector3(...shape.vertices[face[i]]));
        const n = b.clone().sub(a).cross(c.clone().sub(a)).normalize();
        for (let i = 1; i + 1 < face.length; ++i) {
            const first = i === 1 ? 0 : 1, last = i + 2 === face.length ? 0 : 1;  // sides 0-i and i+1-0
            const heights = sideHeights(shape.vertices, face[0], face[i], face[i + 1]);
            for (let v = 0; v < 3; ++v) {
                position.push(...shape.vertices[face[v === 0 ? 0 : i + v - 1]]);
                normal.push(n.x, n.y, n.z);
                // one coordinate per side: opposite corner 0, i, i + 1
                corner.push(v === 0 ? heights[0] : 0, (v === 1 ? heights[1] : 0) + 1e3 * last * heights[1],
                    (v === 2 ? heights[2] : 0) + 1e3 * first * heights[2]);
            }
        }
    }
    const base = new THREE.BufferGeometry();
    base.setAttribute("position", new THREE.Float32BufferAttribute(position, 3));
    base.setAttribute("normal", new THREE.Float32BufferAttribute(normal, 3));
    base.setAttribute("corner", new THREE.Float32BufferAttribute(corner, 3));
    return base;
}

/// Distances of each corner from the opposite side.
function sideHeights(vertices, a, b, c) {
    const [p, q, r] = [a, b, c].map((i) => new THREE.Vector3(...vertices[i]));
    const area = q.clone().sub(p).cross(r.clone().sub(p)).length() || 1;
    return [area / q.distanceTo(r), area / p.distanceTo(r), area / p.distanceTo(q)];
}

export class BodyMeshes {
    constructor(run, uniforms) {
        this.run = run;
        const { geometry, header, shapes } = run;
        const round = new Look(header.dimension === 2 ? { vertexShader: diskVertex, fragmentShader: diskFragment }
                                                      : { vertexShader: ballVertex, fragmentShader: ballFragment }, uniforms);
        const edged = new Look({ vertexShader: solidVertex, fragmentShader: solidFragment }, uniforms);
        this.looks = [round, edged];
        const balls = [], ofShape = shapes.map(() => []);
        geometry.part_kind.forEach((kind, p) => {
            if (kind === partKind.ball) balls.push(p);
            else if (kind === partKind.solid) ofShape[geometry.part_solid[p]].push(p);
        });
        this.crowd = balls.length > fewBalls ? new Crowd(run, balls, uniforms, Look) : null;
        this.batches = balls.length && !this.crowd ? [new Batch(quad(), round, balls)] : [];
        const solids = ofShape.reduce((sum, parts) => sum + parts.length, 0);
        const many = solids > fewSolids || ofShape.filter((parts) => parts.length).length > fewShapes;
        this.solids = many ? new Solids(run, ofShape.flat(), uniforms, Look) : null;
        ofShape.forEach((parts, s) => {
            if (parts.length && !many) this.batches.push(new Batch(solidMesh(shapes[s]), edged, parts));
        });
        this.crowds = [this.crowd, this.solids].filter((one) => one);
        this.group = new THREE.Group();
        for (const batch of this.batches) this.group.add(...batch.meshes);
        for (const crowd of this.crowds) this.group.add(...crowd.objects);
        this.looks.push(...this.crowds.flatMap((crowd) => crowd.looks));
    }

    /// Where bodies are in a frame, and the codes of their colours.
    show(frame, codes) {
        for (const batch of this.batches) batch.place(frame, this.run.geometry);
        for (const batch of this.batches) batch.tint(codes);
        for (const crowd of this.crowds) crowd.show(frame, codes);
    }
    tint(codes) {
        for (const batch of this.batches) batch.tint(codes);
        for (const crowd of this.crowds) crowd.tint(codes);
    }
    /// Before each picture: what of many bodies is drawn, and how.
    arrange(stage, detail) {
        const most = trianglesPerPicture / this.crowds.length / (this.glass ? 2 : 1);  // behind glass all is drawn twice
        for (const crowd of this.crowds) crowd.arrange(stage, detail, most);
    }
    setGlass(glass) {
        this.glass = glass;
        for (const look of this.looks) look.setGlass(glass);
    }
    setSection(on) {
        for (const look of this.looks) look.setSection(on);
    }
    dispose() {
        for (const batch of this.batches) batch.dispose();
        for (const crowd of this.crowds) crowd.dispose();
    }
}
