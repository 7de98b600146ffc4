// Very many blocks: BODIES says how many (the nightly test has 100,000). What a picture asks of the graphics card is counted by three.js.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { closeAll, goTo, look, open, run, serve } from "./browser.mjs";

after(closeAll);

const count = Number(process.env.BODIES ?? 8000), side = Math.ceil(Math.cbrt(count / 4)), budget = 2.4e6;
const rows = 4 * side, courses = side, leaves = Math.ceil(count / rows / courses);

/// Leaves of a wall one behind another, bricks with gaps between them, so that nothing touches; a few stones of other shapes before it, one of them thrown.
const scene = `
[scene]
title = "Blocks"
dimension = 3
gravity = [0.0, 0.0, 0.0]
[time]
step = 1e-2
duration = 0.04
[materials.stone]
density = 2000.0
[[interactions]]
between = ["*", "*"]
friction = 0.5
[output]
frames_every = 0.02
[[bodies]]
name = "thrown"
material = "stone"
shape = { type = "polyhedron", vertices = [[-0.2, -0.2, -0.2], [0.4, -0.2, -0.2], [-0.2, 0.4, -0.2], [-0.2, -0.2, 0.4], [0.2, 0.2, 0.2]] }
position = [${0.1 * rows}, -1.5, ${0.1 * courses}]
orientation = { axis = [1, 2, 3], angle_deg = 40.0 }
velocity = [1.0, 0.0, 0.0]
angular_velocity = [0.0, 2.0, 0.0]
${Array.from({ length: 6 }, (_, k) => `[[bodies]]
material = "stone"
shape = { type = "cylinder", radius = 0.1, height = 0.3, sides = ${3 + 4 * k} }
position = [${0.5 * k}, -0.6, 0.2]
`).join("")}
${Array.from({ length: leaves }, (_, k) => `[[generate]]
type = "wall"
name = "leaf${k}"
material = "stone"
length = ${(0.22 * rows - 0.02).toFixed(6)}
height = ${(0.12 * courses - 0.02).toFixed(6)}
thickness = 0.1
block = [0.2, 0.1]
bond = "stack"
head_gap = 0.02
bed_gap = 0.02
position = [0.0, ${0.15 * k}, 0.0]
`).join("")}
`;

let server, page, blocks;
before(async () => {
    const out = run("blocks", scene, { options: ["--no-report"] });
    server = await serve(out);
    const start = performance.now();
    page = await open(server.url);
    blocks = await page.evaluate(() => drystone.view.bodies.solids.parts.length);
    console.log(`# ${blocks} blocks, open after ${(1e-3 * (performance.now() - start)).toFixed(1)} s`);
}, { timeout: 280000 });

/// Draws, with another way to choose levels or less of it, and keeps the picture by a name; returns what was drawn, and what three.js counted.
const draw = (name, { detail = 1, level = null, most = null } = {}) => page.evaluate(([key, share, wanted, bound]) => {
    const { view } = drystone, { stage } = view, { solids } = view.bodies, usual = solids.draw;
    solids.draw = function (seen, part, limit) {
        if (wanted !== null) for (const one of seen) Object.defineProperty(one, "level", { get: () => wanted, set: () => {} });
        usual.call(this, seen, part, bound ?? (wanted === null ? limit : Infinity));
    };
    stage.draw(share);
    solids.draw = usual;
    const gl = stage.renderer.getContext(), pixels = new Uint8Array(4 * gl.drawingBufferWidth * gl.drawingBufferHeight);
    gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    (window.pictures ??= {})[key] = pixels;
    const { calls, triangles, points } = stage.renderer.info.render;
    return { ...solids.drawn, calls, counted: triangles + points };
}, [name, detail, level, most]);

/// Mean difference of two pictures where either is covered, in shares of white, and the part of pixels that differ by more than a shade.
const differing = (a, b) => page.evaluate(([p, q]) => {
    const [first, second] = [window.pictures[p], window.pictures[q]];
    let differ = 0, covered = 0, tone = 0;
    for (let i = 0; i < first.length; i += 4) {
        if (first[i + 1] >= 235 && second[i + 1] >= 235) continue;
        ++covered;
        tone += first[i + 1] - second[i + 1];
        differ += Math.abs(first[i + 1] - second[i + 1]) > 30;
    }
    return { part: differ / covered, tone: tone / covered / 255 };
}, [a, b]);

const zoom = (by, lens = 1) => page.evaluate(([times, zoomed]) => {
    const { stage } = drystone.view;
    stage.look("fit");
    stage.camera.zoom = zoomed;
    stage.camera.updateProjectionMatrix();
    stage.camera.position.sub(stage.controls.target).multiplyScalar(times).add(stage.controls.target);
}, [by, lens]);

test("every block is in one chunk, whose bounds hold it, and where the frame has it", async () => {
    assert.deepEqual(page.troubles, []);
    assert.ok(blocks >= count + 7, `${blocks} blocks`);
    for (const index of [0, 2]) {
        await goTo(page, index);
        const wrong = await page.evaluate(() => {
            const { run: { geometry }, view: { bodies: { solids }, frame } } = drystone, seen = new Set();
            let outside = 0, away = 0;
            for (const { start, count: n, box, groups } of solids.chunks) {
                outside += groups.reduce((sum, group) => sum + group.count, 0) !== n;
                for (let s = start; s < start + n; ++s) {
                    seen.add(solids.slots[s]);
                    const p = solids.slots[s], i = geometry.part_body[p];
                    for (let c = 0; c < 3; ++c) {
                        outside += solids.state[4 * s + c] - geometry.part_radius[p] < box[c] - 1e-5 || solids.state[4 * s + c] + geometry.part_radius[p] > box[3 + c] + 1e-5;
                        if (!geometry.part_centre[3 * p + c]) away += Math.abs(solids.state[4 * s + c] - frame.position[3 * i + c]) > 1e-5;
                    }
                }
            }
            return { outside, away, seen: seen.size };
        });
        assert.deepEqual(wrong, { outside: 0, away: 0, seen: blocks });
    }
});

test("bricks are drawn by the three sides that face the eye, and look as by all their triangles", async () => {
    await goTo(page, 2);
    await page.evaluate(() => drystone.view.setMode("group"));
    await zoom(1);
    const asIs = await draw("as is"), exact = await draw("exact", { level: 0 });
    assert.ok(asIs.triangles < 0.55 * exact.triangles, JSON.stringify([asIs, exact]));
    let differ = await differing("as is", "exact");
    assert.ok(differ.part < 0.08 && Math.abs(differ.tone) < 0.04, JSON.stringify(differ));
    // Near by the stones of other shapes are true.
    await page.evaluate(() => { const { stage } = drystone.view; stage.look("fit"); stage.camera.position.lerp(stage.controls.target, 0.8); });
    const near = await draw("near"), all = await draw("near exact", { level: 0 });
    differ = await differing("near", "near exact");
    assert.ok(near.chunks < near.ofChunks && differ.part < 0.08, JSON.stringify([near, all, differ]));
});

test("from afar they are points that cover as much, in the same tone", async () => {
    await zoom(4);
    const far = await draw("as is");
    assert.ok(far.far > 0.9 * blocks, JSON.stringify(far));
    await draw("far", { level: 2 });
    await draw("far exact", { level: 0 });
    const covered = (name) => page.evaluate((key) => window.pictures[key].filter((value, i) => i % 4 === 1 && value < 225).length, name);
    const [few, full] = [await covered("far"), await covered("far exact")], { tone } = await differing("far", "far exact");
    assert.ok(full > 100 && Math.abs(few / full - 1) < 0.35, `pixels that are covered: ${few} and ${full}`);
    assert.ok(Math.abs(tone) < 0.15, `tone differs by ${tone}`);
});

test("what a picture asks of the card has a bound: 20 pictures a second are at most 48 million triangles", async () => {
    for (const [times, opacity] of [[1, 1], [0.3, 1], [1, 0.5]]) {
        await page.evaluate((value) => drystone.view.setOpacity(value), opacity);
        await zoom(times);
        const { counted, calls, triangles } = await draw("any");
        console.log(`# ${blocks} blocks from ${times} of the distance, opacity ${opacity}: ${counted} triangles, ${calls} draws`);
        assert.ok(counted <= budget && calls < 1000 && triangles * (opacity < 1 ? 2 : 1) <= counted, JSON.stringify({ counted, calls, triangles }));
    }
    await page.evaluate(() => drystone.view.setOpacity(1));
    // With less to spend the farthest become coarser first, then fewer; the nearest stay as they are.
    await zoom(1);
    const full = await draw("full"), most = 0.4 * full.triangles, less = await draw("less", { most }), least = await draw("least", { most: 0.05 * full.triangles });
    assert.ok(less.triangles <= 1.02 * most && less.middling > 0 && less.far > 0, JSON.stringify([full, less]));
    assert.ok(least.triangles <= 0.06 * full.triangles + full.chunks && least.middling === 0, JSON.stringify(least));
});

test("while things move less is drawn", async () => {
    const full = await draw("full"), some = await draw("some", { detail: 0.1 });
    assert.ok(some.triangles < 0.12 * full.triangles, JSON.stringify([some, full]));
});

test("a section cuts blocks open and closes them, as where all are drawn", async () => {
    await zoom(1);
    const whole = await look(page);
    await page.evaluate(() => drystone.view.setSection({ axis: "x", at: 0.5 }));
    const cut = await draw("cut");
    await draw("cut exact", { level: 0 });
    const differ = await differing("cut", "cut exact"), seen = await look(page);
    assert.ok(seen.background > 1.03 * whole.background && cut.chunks < cut.ofChunks, JSON.stringify([cut, seen.background, whole.background]));
    assert.ok(differ.part < 0.08, JSON.stringify(differ));
    await page.evaluate(() => drystone.view.setSection({ axis: "off" }));
});

test("a block that is clicked is orange and has its numbers", async () => {
    await page.evaluate(() => drystone.view.look("front"));
    const at = await page.evaluate(() => {
        const { run: { names }, view } = drystone, i = names.indexOf("thrown");
        return view.stage.onPage(...view.frame.position.subarray(3 * i, 3 * i + 3));
    });
    await page.mouse.click(at.x, at.y);
    await page.waitForFunction(() => document.querySelector(".picked h3")?.textContent === "thrown");
    const [r, g, b] = (await look(page, at)).colour;
    assert.ok(r > 120 && r > 1.3 * g && g > 1.3 * b, `the colour is ${[r, g, b]}`);
    assert.deepEqual(page.troubles, []);
});

const wall = `
[scene]
dimension = 3
gravity = [0.0, 0.0, -9.81]
[time]
step = 1e-3
duration = 1e-3
[materials.stone]
density = 2000.0
[[interactions]]
between = ["*", "*"]
friction = 0.7
[[generate]]
type = "wall"
name = "wall"
material = "stone"
length = 2.0
height = 1.0
thickness = 0.3
block = [0.2, 0.1]
base = 0.1
`;

test("stones that touch are cut in one plane: no face of a neighbour is seen through the cut", async () => {
    const cut = await open((await serve(run("wall", wall, { options: ["--no-report"] }))).url);
    await cut.evaluate(() => { const { view } = drystone; view.look("fit"); view.setMode("material"); view.setSection({ axis: "y", at: 0.5 }); });
    const colours = new Set();
    for (let i = 0; i < 60; ++i) {
        const at = await cut.evaluate(([x, z]) => drystone.view.stage.onPage(x, 0, z), [0.05 + 1.9 * ((0.618 * i) % 1), 0.03 + 0.94 * ((0.382 * i * i) % 1)]);
        colours.add(String((await look(cut, at)).colour));
    }
    assert.deepEqual([...colours].length, 1, [...colours].join(" "));
    await cut.close();
});

const polygons = `
[scene]
dimension = 2
[time]
step = 2e-3
duration = 0.008
[materials.stone]
density = 2000.0
[[interactions]]
between = ["*", "*"]
friction = 0.5
[output]
frames_every = 0.004
[cell]
size = [1.0, 1.0]
periodic = [true, false]
[[generate]]
name = "grains"
type = "packing"
shapes = [{ shape = { type = "box", size = [1.0, 0.6] } }, { shape = { type = "polygon", vertices = [[0, 0], [1, 0], [1.3, 0.8], [0.5, 1.4], [-0.3, 0.8]] } }]
material = "stone"
count = 2100
radius = [0.005, 0.008]
velocity = [1.0, 0.0]
inside = { type = "box", min = [0, 0.0], max = [1, 0.95] }
`;

test("polygons of a plane cell that repeats are many solids, too, with paler images where they reach in", async () => {
    page = await open((await serve(run("polygons", polygons, { options: ["--no-report"] }))).url);
    await page.evaluate(() => drystone.view.setMode("material"));
    const { images, home, pale, kinds } = await page.evaluate(() => {
        const { solids } = drystone.view.bodies, slot = solids.images.start, first = solids.owner.indexOf(solids.owner[slot]);
        return { images: solids.images.count, home: Math.abs(solids.state[4 * slot] - solids.state[4 * first]), kinds: solids.shapes.ladder.length,
            pale: solids.state[4 * slot + 3] - solids.state[4 * first + 3] };
    });
    assert.ok(images > 10 && Math.abs(home - 1) < 1e-6 && pale === 100 && kinds === 2, JSON.stringify([images, home, pale, kinds]));
    await draw("exact", { level: 0 });
    const asIs = await draw("as is");
    assert.ok((await differing("as is", "exact")).part < 0.01 && asIs.near > 0, JSON.stringify(asIs));  // simple shapes stay true
    await draw("boxes", { level: 1 });
    const { part, tone } = await differing("boxes", "exact");
    assert.ok(part > 0.01 && part < 0.35 && Math.abs(tone) < 0.03, JSON.stringify([part, tone]));
    await draw("points", { level: 2 });
    assert.ok(Math.abs((await differing("points", "exact")).tone) < 0.06);
    assert.deepEqual(page.troubles, []);
});
