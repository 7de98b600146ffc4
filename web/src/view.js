// The 3D view: bodies, walls and forces of one frame, and how they are shown.

import * as THREE from "three";
import { BodyMeshes, Look } from "./bodies.js";
import { CellLines } from "./cell.js";
import { colourBodies } from "./colours.js";
import { element } from "./dom.js";
import { Forces } from "./forces.js";
import { isThere, withFirstPlaces } from "./frame.js";
import { Meshes } from "./meshes.js";
import { bodyNumbers, contactNumbers, controls, legend } from "./panel.js";
import { Picker } from "./pick.js";
import { regionLines } from "./regions.js";
import { Stage } from "./stage.js";
import { Walls } from "./walls.js";

export class View {
    constructor(container, run) {
        this.run = run;
        const { header } = run;
        this.canvasBox = element("div", { class: "canvas" });
        this.side = element("aside");
        container.append(this.canvasBox, this.side);
        this.stage = new Stage(this.canvasBox, header);
        this.fill();
        this.stage.scene.add(regionLines(header.regions ?? []));
        this.cell = new CellLines(header.dimension);
        this.stage.scene.add(this.cell.lines);
        this.mode = "velocity";
        this.opacity = 1;
        this.section = { axis: "off", at: 0.5, flipped: false };
        this.picked = null;  // {body} or {contact: [a, b, which]}
        this.colours = new Float32Array(3 * header.bodies);
        if (header.dimension === 2 && header.ranges.force > 0) this.forces.style = this.forces.usual;

        this.controlBox = element("div", { class: "controls" });
        this.legendBox = element("div", { class: "legend" });
        this.numberBox = element("div", { class: "picked" });
        this.side.append(this.controlBox, this.legendBox, this.numberBox);
        controls(this.controlBox, this, run);
        this.tellNumbers();
        legend(this.legendBox, this.mode, run);
        this.listen();
    }

    /// What is on the stage.
    fill() {
        const { run } = this, { uniforms } = this.stage;
        this.bodies = new BodyMeshes(run, uniforms);
        this.meshes = new Meshes(run, uniforms, Look);
        this.walls = new Walls(run, this.stage.size, this.stage.centre);
        this.forces = new Forces(run, run.header.grain, uniforms);
        this.stage.scene.add(this.walls.group, this.bodies.group, this.meshes.group, this.forces.mesh);
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
        this.colours = new Float32Array(3 * this.run.header.bodies);
        this.first = undefined;
        if (this.index !== undefined) await this.show(this.index);
    }

    async show(index) {
        const frame = await this.run.frame(index);
        this.first ??= withFirstPlaces(await this.run.frame(0), this.run.geometry);
        this.frame = frame;
        this.index = index;
        this.bodies.place(frame);
        this.meshes.place(frame);
        this.walls.place(frame);
        this.cell.place(frame);
        this.forces.place(frame);
        this.recolour();
        this.tellNumbers();
    }

    recolour() {
        if (!this.frame) return;
        colourBodies(this.mode, this.run, this.frame, this.first, this.picked?.body ?? -1, this.colours);
        this.bodies.tint(this.colours);
        this.meshes.tint(this.run.field(this.mode), this.colours, this.picked?.body ?? -1);
        this.stage.invalidate();
    }

    setMode(mode) {
        this.mode = mode;
        legend(this.legendBox, mode, this.run);
        this.recolour();
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
        this.replaceForces();
    }

    /// "off", "all" or a family of bodies.
    setThrust(family) {
        this.forces.thrust = family;
        this.replaceForces();
    }

    setForceScale(scale) {
        this.forces.scale = scale;
        this.replaceForces();
    }

    replaceForces() {
        if (this.frame) this.forces.place(this.frame);
        this.stage.invalidate();
    }

    setOpacity(opacity) {
        this.opacity = opacity;
        this.stage.uniforms.opacity.value = opacity;
        this.bodies.setGlass(opacity < 1);
        this.meshes.setGlass(opacity < 1);
        this.stage.invalidate();
    }

    setWalls(on) {
        this.walls.group.visible = on;
        this.stage.invalidate();
    }

    setSection(change) {
        Object.assign(this.section, change);
        const { axis, at, flipped } = this.section;
        this.stage.cut = null;
        if (axis !== "off") {
            const sign = flipped ? -1 : 1;
            const normal = new THREE.Vector3().setComponent("xyz".indexOf(axis), sign);
            const place = (1 - at) * this.stage.low[axis] + at * this.stage.high[axis];
            this.stage.cut = new THREE.Plane(normal, -sign * place);
        }
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
    }

    tellNumbers() {
        const hint = element("p", { class: "hint" }, "Click a body or a force for its numbers.");
        if (!this.frame || !this.picked) this.numberBox.replaceChildren(hint);
        else if (this.picked.body !== undefined && !isThere(this.frame, this.picked.body))
            this.numberBox.replaceChildren(element("p", { class: "hint" }, `${this.run.name(this.picked.body)} is not there.`));
        else if (this.picked.body !== undefined)
            this.numberBox.replaceChildren(bodyNumbers(this.run, this.frame, this.picked.body, this.first,
                this.meshes.extremes(this.picked.body)));
        else if (this.picked.frame === this.index)
            this.numberBox.replaceChildren(contactNumbers(this.run, this.frame, this.picked.contact));
        else this.numberBox.replaceChildren(hint);  // contacts come and go: a contact is one of its frame
    }
}
