// The 3D view: bodies, walls and forces of one frame, and how they are shown.

import * as THREE from "three";
import { BodyMeshes, Look } from "./bodies.js";
import { CellLines } from "./cell.js";
import { codesOf } from "./colours.js";
import { element } from "./dom.js";
import { Forces } from "./forces.js";
import { isThere, withFirstPlaces } from "./frame.js";
import { Meshes } from "./meshes.js";
import { bodyNumbers, contactNumbers, controls, legend, numbersIn } from "./panel.js";
import { Picker } from "./pick.js";
import { regionLines } from "./regions.js";
import { Stage } from "./stage.js";
import { Walls } from "./walls.js";

const manyParts = 2e5;  // balls or solids in the first picture of something that moves; how many go is seen then
const fewParts = 3e3;   // no fewer, however long a picture takes

export class View {
    /// `side`: where its controls and numbers go; without one they are another view's, and only the numbers are told.
    constructor(container, run, { side = null } = {}) {
        this.run = run;
        const { header } = run;
        this.canvasBox = element("div", { class: "canvas" });
        this.progress = element("div", { class: "progress" }, element("i"), element("span"));
        this.canvasBox.append(this.progress);
        container.append(this.canvasBox);
        this.stage = new Stage(this.canvasBox, header);
        this.stage.beforeDraw = (stage, detail) => this.bodies.arrange(stage, detail);
        this.fill();
        this.stage.scene.add(regionLines(header.regions ?? []));
        this.cell = new CellLines(header.dimension);
        this.stage.scene.add(this.cell.lines);
        this.mode = "velocity";
        this.opacity = 1;
        this.section = { axis: "off", at: 0.5, flipped: false };
        this.picked = null;  // {body} or {contact: [a, b, which]}
        this.onPick = () => {};  // (view, body), or undefined where it is none
        this.codes = new Float32Array(header.bodies);
        if (header.dimension === 2 && header.ranges.force > 0 && !header.pieces) this.forces.style = this.forces.usual;

        this.numberBox = element("div", { class: "picked" });
        this.side = side ?? element("aside");
        if (side) this.side.append(this.numberBox);
        else this.addSide(container);
        this.tellNumbers();
        this.listen();
        if (run.fetcher) run.fetcher.progress = (loaded, total) => this.tellProgress(loaded, total);
    }

    /// Controls and legend; `all` is what they change, this view or several.
    addSide(container) {
        this.controlBox = element("div", { class: "controls" });
        this.legendBox = element("div", { class: "legend" });
        this.side.append(this.controlBox, this.legendBox, this.numberBox);
        container.append(this.side);
        this.control(this);
        legend(this.legendBox, this.mode, this.run);
    }

    control(all) {
        this.controlBox.replaceChildren();
        controls(this.controlBox, all, this.run);
    }

    /// How much of what was asked for has come.
    tellProgress(loaded, total) {
        this.progress.classList.toggle("on", total > 0);
        this.progress.firstChild.style.width = `${(100 * loaded) / Math.max(total, 1)}%`;
        this.progress.lastChild.textContent = total > 0 ? `${(1e-6 * loaded).toFixed(0)} of ${(1e-6 * total).toFixed(0)} MB` : "";
    }

    /// What is on the stage.
    fill() {
        const { run } = this, { uniforms } = this.stage;
        this.bodies = new BodyMeshes(run, uniforms);
        this.meshes = new Meshes(run, uniforms, Look);
        this.walls = new Walls(run, this.stage.size, this.stage.centre);
        this.forces = new Forces(run, run.header.grain, uniforms);
        this.stage.scene.add(this.walls.group, this.bodies.group, this.meshes.group, this.forces.mesh);
        const parts = this.bodies.crowds.reduce((most, crowd) => Math.max(most, crowd.parts.length), 1);
        this.stage.detail = Math.min(1, manyParts / parts);
        this.stage.coarsest = Math.min(1, fewParts / parts);
        this.picker = new Picker(run);
    }

    /// The run goes on, and has more bodies than before.
    async reload() {
        const { style, thrust, scale } = this.forces, { visible } = this.walls.group, { magnified, crossesOn } = this.meshes;
        this.stage.scene.remove(this.walls.group, this.bodies.group, this.meshes.group, this.forces.mesh);
        this.bodies.dispose();
        this.fill();
        Object.assign(this.forces, { style, thrust, scale });
        Object.assign(this.meshes, { magnified, crossesOn });
        this.walls.group.visible = visible;
        this.setOpacity(this.opacity);
        this.bodies.setSection(this.stage.cut !== null);
        this.meshes.setSection(this.stage.cut !== null);
        this.codes = new Float32Array(this.run.header.bodies);
        this.first = undefined;
        if (this.index !== undefined) await this.show(this.index);
    }

    /// What of a frame is to be seen, beside its bodies.
    get wants() {
        const { style, thrust } = this.forces;
        return { mode: this.mode, forces: style !== "off" || thrust !== "off" };
    }

    /// Shows a frame as soon as its bodies are there, and what else is wanted of it when that has come.
    async show(index) {
        this.wanted = index;
        const frame = await this.run.frame(index);
        if (!this.run.header.pieces) this.first ??= withFirstPlaces(await this.run.frame(0), this.run.geometry);
        if (this.wanted !== index) return;  // another one, meanwhile
        this.frame = frame;
        this.index = index;
        if (this.run.isComplete(frame, this.wants)) this.recode();
        this.bodies.show(frame, this.codes);
        this.meshes.place(frame);
        this.walls.place(frame);
        this.cell.place(frame);
        this.forces.place(frame);
        this.tintMeshes();
        this.tellNumbers();
        await this.complete();
        if (this.run.header.pieces && this.wanted === index) this.run.prefetch(index, this.wants).catch(() => {});
    }

    /// Fetches what is missing of the frame that is shown, and shows it.
    async complete() {
        const { frame } = this;
        if (!frame || this.run.isComplete(frame, this.wants)) return;
        await this.run.complete(frame, this.wants);
        if (frame !== this.frame || !this.run.isComplete(frame, this.wants)) return;
        this.forces.place(frame);
        this.recolour();
    }

    recode() {
        codesOf(this.mode, this.run, this.frame, this.first, this.picked?.body ?? -1, this.codes);
    }

    tintMeshes() {
        this.meshes.tint(this.run.field(this.mode), this.codes, this.picked?.body ?? -1);
        this.stage.invalidate();
    }

    recolour() {
        if (!this.frame) return;
        this.recode();
        this.bodies.tint(this.codes);
        this.tintMeshes();
    }

    async setMode(mode) {
        this.mode = mode;
        if (this.legendBox) legend(this.legendBox, mode, this.run);
        if (!this.frame || this.run.isComplete(this.frame, this.wants)) this.recolour();
        else await this.complete();
    }

    /// Displacements of deformable bodies are drawn so many times larger.
    setMagnified(times) {
        this.meshes.magnified = times;
        this.replaceMeshes();
    }

    /// Principal stresses as crosses.
    setCrosses(on) {
        this.meshes.crossesOn = on;
        this.replaceMeshes();
    }

    replaceMeshes() {
        if (this.frame) this.meshes.place(this.frame);
        this.stage.invalidate();
    }

    setForces(style) {
        this.forces.style = style;
        return this.replaceForces();
    }

    /// "off", "all" or a family of bodies.
    setThrust(family) {
        this.forces.thrust = family;
        return this.replaceForces();
    }

    setForceScale(scale) {
        this.forces.scale = scale;
        this.replaceForces();
    }

    async replaceForces() {
        if (this.frame) this.forces.place(this.frame);
        this.stage.invalidate();
        await this.complete();
    }

    setOpacity(opacity) {
        this.opacity = opacity;
        this.stage.uniforms.opacity.value = opacity;
        this.bodies.setGlass(opacity < 1);
        this.meshes.setGlass(opacity < 1);
        this.stage.invalidate();
    }

    look(name) {
        this.stage.look(name);
    }

    setWalls(on) {
        this.walls.group.visible = on;
        this.stage.invalidate();
    }

    /// Across an axis, or across the way one looks ("eye") when that is chosen.
    setSection(change) {
        Object.assign(this.section, change);
        const { axis, at, flipped } = this.section, { camera, controls: { target }, low, high } = this.stage;
        if (change.axis === "eye") this.section.towards = target.clone().sub(camera.position).normalize();
        this.stage.cut = null;
        if (axis !== "off") {
            const normal = axis === "eye" ? this.section.towards.clone() : new THREE.Vector3().setComponent("xyz".indexOf(axis), 1);
            const heights = [...Array(8).keys()].map((k) => normal.dot(new THREE.Vector3(...["x", "y", "z"].map((c, i) => (k >> i & 1 ? high : low)[c]))));
            const place = (1 - at) * Math.min(...heights) + at * Math.max(...heights), sign = flipped ? -1 : 1;
            this.stage.cut = new THREE.Plane(normal.multiplyScalar(sign), -sign * place);
        }
        this.bodies.setSection(this.stage.cut !== null);
        this.meshes.setSection(this.stage.cut !== null);
        this.stage.invalidate();
    }

    /// A click, but not the end of a drag.
    listen() {
        const canvas = this.stage.renderer.domElement;
        let down = null;
        canvas.addEventListener("pointerdown", (event) => { down = [event.clientX, event.clientY]; });
        canvas.addEventListener("pointerup", (event) => {
            const still = down && Math.hypot(event.clientX - down[0], event.clientY - down[1]) < 4;
            if (still) this.pick(event.clientX, event.clientY);
            down = null;
        });
    }

    pick(clientX, clientY) {
        if (!this.frame) return;
        const { origin, direction } = this.stage.ray(clientX, clientY);
        const [from, ray] = [origin.toArray(), direction.toArray()];
        const rigid = this.picker.body(this.frame, from, ray, this.stage.cut);
        const soft = this.meshes.pick(from, ray, this.stage.cut);
        const body = soft && (!rigid || soft.distance < rigid.distance) ? soft : rigid;
        const tube = this.picker.contact(this.forces.tubes, from, ray, 0.02 * this.run.header.grain);
        // In the plane forces lie above the bodies; in space what is nearer, or what glass lets through.
        const through = this.run.header.dimension === 2 || this.opacity < 1;
        if (tube && (!body || through || tube.distance < body.distance)) {
            this.picked = { contact: tube.contact, frame: this.index };
        } else {
            this.picked = body ? { body: body.body } : null;
        }
        this.recolour();
        this.tellNumbers();
        this.onPick(this, this.picked?.body);
    }

    /// As if it had been clicked, and nobody is told; -1: none.
    select(body) {
        this.picked = body >= 0 ? { body } : null;
        this.recolour();
        this.tellNumbers();
    }

    tellNumbers() {
        const hint = element("p", { class: "hint" }, "Click a body or a force for its numbers.");
        if (!this.frame || !this.picked) this.numberBox.replaceChildren(hint);
        else if (this.picked.body !== undefined && !isThere(this.frame, this.picked.body))
            this.numberBox.replaceChildren(element("p", { class: "hint" }, `${this.run.name(this.picked.body)} is not there.`));
        else if (this.picked.body !== undefined && this.run.header.pieces) this.fetchNumbers();
        else if (this.picked.body !== undefined)
            this.numberBox.replaceChildren(bodyNumbers(this.run, this.picked.body, numbersIn(this.frame, this.picked.body, this.first),
                this.meshes.extremes(this.picked.body)));
        else if (this.picked.frame === this.index)
            this.numberBox.replaceChildren(contactNumbers(this.run, this.frame, this.picked.contact));
        else this.numberBox.replaceChildren(hint);  // contacts come and go: a contact is one of its frame
    }

    /// Of a frame in pieces they are with the program that serves it.
    async fetchNumbers() {
        const { frame, picked: { body } } = this;
        const numbers = await this.run.numbers(frame, body);
        if (this.frame === frame && this.picked?.body === body)
            this.numberBox.replaceChildren(bodyNumbers(this.run, body, numbers, this.meshes.extremes(body)));
    }
}
