// Beside the view: what is shown and how, the legend, the numbers of what was clicked.

import { css, kindColour, modes, rampCss } from "./colours.js";
import { choice, element, number, numbers, slider, table, tick } from "./dom.js";
import { isReversed, labelOf, unitOf } from "./fields.js";
import { contactsOf, jointOf, statusNames, vector } from "./frame.js";
import { families } from "./thrust.js";

/// The controls; `view` has one method per thing that can be changed.
export function controls(container, view, run) {
    const flat = run.header.dimension === 2;
    const shows = (key) => (key === "group" ? run.header.groups.length > 0 : !["opening", "slip"].includes(key) || run.header.joints > 0);
    const available = Object.entries(modes).filter(([key]) => shows(key));
    const fields = (run.header.fields ?? []).map(({ name }) => [`field:${name}`, `${labelOf(name)} of meshes`]);
    container.append(
        choice("colour by", [...available.map(([key, mode]) => [key, mode.label]), ...fields], view.mode, (mode) => view.setMode(mode)),
        choice("contact forces", [["off", "off"], ["chains", "chains"], ["vectors", "vectors"], ["resultants", "one per joint"]], view.forces.style,
            (style) => view.setForces(style)),
        choice("thrust line", [["off", "off"], ["all", "of all bodies"], ...families(run.names).map((name) => [name, `of ${name}`])],
            view.forces.thrust, (family) => view.setThrust(family)),
        slider("force scale", { min: -1.5, max: 1.5, step: 0.05, value: 0 }, (value) => view.setForceScale(10 ** value)),
        slider("opacity", { min: 0.1, max: 1, step: 0.05, value: view.opacity }, (value) => view.setOpacity(value)),
        tick("walls", true, (on) => view.setWalls(on)));
    if (run.header.fields) {
        const shown = element("output", {}, "x 1");
        const scale = slider("displacements", { min: 0, max: 3, step: 0.05, value: 0 }, (value) => {
            view.setMagnified(10 ** value);
            shown.textContent = `x ${number(10 ** value)}`;
        });
        scale.append(shown);
        container.append(scale);
        if (flat) container.append(tick("principal stresses", false, (on) => view.setCrosses(on)));
    }
    if (!flat) {
        container.append(
            choice("section", [["off", "off"], ["x", "across x"], ["y", "across y"], ["z", "across z"], ["eye", "as I look"]], "off",
                (axis) => view.setSection({ axis })),
            slider("section at", { min: 0, max: 1, step: 0.005, value: 0.5 }, (at) => view.setSection({ at })),
            tick("other half", false, (flipped) => view.setSection({ flipped })));
        const buttons = element("div", { class: "views" });
        for (const name of ["fit", "front", "side", "top"]) {
            const button = element("button", {}, name);
            button.addEventListener("click", () => view.look(name));
            buttons.append(button);
        }
        container.append(buttons);
    }
}

export function legend(container, mode, run) {
    const way = modes[mode];
    container.replaceChildren();
    const field = run.field(mode);
    if (field) {
        const bar = element("div", { class: "ramp" });
        bar.style.background = rampCss(isReversed(field));
        container.append(bar, element("div", { class: "ends" }, element("span", {}, number(field.low)),
            element("span", {}, `${number(field.high)} ${unitOf(field.name)}`)));
        return;
    }
    if (way.range) {
        const top = run.header.ranges[way.range] || 0;
        const bar = element("div", { class: "ramp" });
        bar.style.background = rampCss();
        const ends = element("div", { class: "ends" }, element("span", {}, "0"),
            element("span", {}, `${number((way.told ?? 1) * top)} ${way.unit}`));
        container.append(bar, ends);
        return;
    }
    way.names(run.header).slice(0, 12).forEach((name, i) => {
        const patch = element("i", { class: "patch" });
        patch.style.background = css(way.colour ? way.colour(i).map((c) => 0.55 * c + 0.45) : kindColour(i));
        container.append(element("div", { class: "kind" }, patch, name));
    });
}

/// The numbers of a body, from a frame that has them all; those of frames in pieces come from src/report/served_run.cpp.
export function numbersIn(frame, i, first) {
    const { force, bearing } = contactsOf(frame, i);
    return { position: vector(frame.position, i), velocity: vector(frame.velocity, i), spin: frame.spin && vector(frame.spin, i),
        displacement: modes.displacement.value(frame, i, first), force, bearing, pressure: frame.pressure?.[i] };
}

export function bodyNumbers(run, i, of, extremes) {
    const { geometry, header } = run, flat = header.dimension === 2;
    const cut = (values) => (flat ? values.slice(0, 2) : values);
    const rows = [["material", header.materials[geometry.material[i]]]];
    if (geometry.group[i] >= 0) rows.push(["group", header.groups[geometry.group[i]]]);
    rows.push(["centre", numbers(cut(of.position)), "m"], ["velocity", numbers(cut(of.velocity)), "m/s"],
        ["speed", number(Math.hypot(...of.velocity)), "m/s"]);
    if (of.spin) rows.push(["spin", numbers(flat ? of.spin.slice(-1) : of.spin), "rad/s"]);
    rows.push(["displacement", number(of.displacement), "m"],
        ["contact force", numbers(cut(of.force)), "N"], ["bearing contacts", String(of.bearing)]);
    if (!geometry.fixed[i] && Number.isFinite(of.pressure)) rows.push(["pressure", number(of.pressure), "Pa"]);
    if (extremes) rows.push(["largest stress", number(extremes.high), "Pa"], ["smallest stress", number(extremes.low), "Pa"]);
    return element("div", {}, element("h3", {}, run.label ? `${run.name(i)} · ${run.label}` : run.name(i)), table(rows));
}

/// What a joint is whose faces touched at time 0.
function facesOf(run, frame, a, b) {
    const { joint_a: first, joint_b: second } = run.geometry;
    const j = first ? first.findIndex((body, i) => body === Math.min(a, b) && second[i] === Math.max(a, b)) : -1;
    if (j < 0) return [];
    const at = frame.joints;
    return [["opening", number(1e3 * at.opening[j]), "mm"], ["slip", number(1e3 * at.slip[j]), "mm"], ["utilisation", number(at.utilisation[j])],
        ["damage", number(at.damage[j])]];
}

/// The numbers of a contact, and of the joint it belongs to.
export function contactNumbers(run, frame, k) {
    const flat = run.header.dimension === 2;
    const cut = (values) => (flat ? values.slice(0, 2) : values);
    const c = frame.contacts;
    const force = vector(c.force, k), normal = vector(c.normal, k);
    const fn = force[0] * normal[0] + force[1] * normal[1] + force[2] * normal[2];
    const ft = Math.hypot(force[0] - fn * normal[0], force[1] - fn * normal[1], force[2] - fn * normal[2]);
    const joint = jointOf(frame, c.a[k], c.b[k]);
    const title = `${run.name(c.a[k])} – ${run.name(c.b[k])}`;
    return element("div", {}, element("h3", {}, title),
        element("h4", {}, "contact"),
        table([["status", statusNames[c.status[k]]], ["force on second", numbers(cut(force)), "N"], ["normal force", number(fn), "N"],
            ["friction force", number(ft), "N"], ["normal", numbers(cut(normal))], ["point", numbers(cut(vector(c.point, k))), "m"],
            ["gap", number(c.gap[k]), "m"]]),
        element("h4", {}, "joint of the two"),
        table([["contacts", String(joint.contacts)], ["normal force", number(joint.normal), "N"], ["shear force", number(joint.shear), "N"],
            ["centre of pressure", joint.point ? numbers(cut(joint.point)) : "–", "m"],
            ["largest gap", number(joint.opening), "m"], ...facesOf(run, frame, c.a[k], c.b[k])]));
}
