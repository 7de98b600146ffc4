// Very many bodies: a run that drystone view serves in pieces. BODIES says how many (the nightly test has 100,000).

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { choose, closeAll, csv, goTo, look, open, run, serve } from "./browser.mjs";

after(closeAll);

const count = Number(process.env.BODIES ?? 21000), coarse = 1 / 65535;
const radius = 0.5 / Math.cbrt(count);  // of the largest, in a box of about one metre
const scene = `
[scene]
title = "A crowd"
dimension = 3
gravity = [0.0, 0.0, -10.0]
[time]
step = 2e-3
duration = 0.012
[solver]
max_iterations = 20
tolerance = 1e-2
[materials.stone]
density = 2000.0
[[interactions]]
between = ["*", "*"]
friction = 0.5
[output]
frames_every = 0.002
[[bodies]]
name = "floor"
material = "stone"
fixed = true
shape = { type = "plane", normal = [0, 0, 1] }
[[bodies]]
name = "thrown"
material = "stone"
shape = { type = "sphere", radius = ${2 * radius} }
position = [0.5, -0.2, 0.5]
velocity = [0.0, 0.0, 30.0]
[[generate]]
name = "grains"
type = "packing"
shape = "sphere"
material = "stone"
count = ${count}
velocity = [0.0, 0.0, -2.0]
radius = [${0.6 * radius}, ${radius}]
inside = { type = "box", min = [0, 0, 0.001], max = [1.1, 1.1, 1.1] }
[[probes]]
name = "thrown"
body = "thrown"
quantities = ["position", "velocity"]
`;

let out, server, page;
before(async () => {
    out = run("crowd", scene, { options: ["--no-report"] });
    server = await serve(out);
    const start = performance.now();
    page = await open(server.url);
    console.log(`# ${count} bodies, open after ${(1e-3 * (performance.now() - start)).toFixed(1)} s`);
}, { timeout: 280000 });

test("frames come in pieces, and only those that are needed", async () => {
    assert.deepEqual(page.troubles, []);
    const asked = page.requests.map((url) => url.replace(server.url, ""));
    assert.ok(await page.evaluate(() => drystone.run.header.pieces));
    assert.ok(!asked.some((path) => /^frame\/\d+$/.test(path) || path.includes("forces")), String(asked));
    assert.equal(await page.evaluate(() => drystone.view.frame.hasContacts ?? false), false);
});

test("pieces are the frame: places to 1/65536 of their spread, colours to three digits, the strongest contacts", async () => {
    const differ = await page.evaluate(async () => {
        const { run, view } = drystone, whole = await run.fetcher.block("frame/4");
        const frame = await run.complete(await run.frame(4), { mode: "velocity", forces: true });
        const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
        let place = 0, speed = 0;
        whole.position.values.forEach((x, i) => { low[i % 3] = Math.min(low[i % 3], x); high[i % 3] = Math.max(high[i % 3], x); });
        whole.position.values.forEach((x, i) => { place = Math.max(place, Math.abs(x - frame.position[i]) / (high[i % 3] - low[i % 3])); });
        frame.values.velocity.forEach((v, i) => {
            const exact = Math.hypot(...whole.velocity.values.subarray(3 * i, 3 * i + 3));
            speed = Math.max(speed, Math.abs(v - exact) / Math.max(exact, 1e-3));
        });
        const forces = Array.from({ length: whole.a.count }, (_, k) => Math.hypot(...whole.force.values.subarray(3 * k, 3 * k + 3)));
        const block = await run.fetcher.block("frame/4/forces/20");
        const strongest = Array.from({ length: block.a.count }, (_, k) => Math.hypot(...block.force.values.subarray(3 * k, 3 * k + 3)));
        return { place, speed, contacts: [frame.contacts.count, whole.a.count], strongest: strongest.sort((a, b) => b - a), forces: forces.sort((a, b) => b - a).slice(0, 21) };
    });
    assert.ok(differ.place < 0.51 * coarse, `places differ by ${differ.place}`);
    assert.ok(differ.speed < 1e-3, `speeds differ by ${differ.speed}`);
    assert.ok(differ.contacts[0] === differ.contacts[1] && differ.contacts[0] > 21, String(differ.contacts));
    assert.ok(differ.strongest.length >= 20 && differ.strongest.length <= 22, `${differ.strongest.length} contacts`);
    for (let k = 0; k < 20; ++k) assert.ok(Math.abs(differ.strongest[k] - differ.forces[k]) < 2e-3 * differ.forces[k]);
});

test("every ball is in one chunk, whose bounds hold it, in every frame", async () => {
    for (const index of [0, 6]) {
        await goTo(page, index);
        const wrong = await page.evaluate(() => {
            const { crowd } = drystone.view.bodies, seen = new Set();
            let outside = 0;
            for (const { start, count, box } of crowd.chunks)
                for (let s = start; s < start + count; ++s) {
                    seen.add(crowd.slots[s]);
                    for (let c = 0; c < 3; ++c)
                        outside += crowd.state[4 * s + c] - crowd.radii[s] < box[c] - 1e-6 || crowd.state[4 * s + c] + crowd.radii[s] > box[3 + c] + 1e-6;
                }
            return { outside, seen: seen.size, parts: crowd.parts.length };
        });
        assert.equal(wrong.outside, 0);
        assert.deepEqual([wrong.seen, wrong.parts], [count + 1, count + 1]);
    }
});

/// Draws, with another way to choose what is drawn or less of it, and keeps the picture by a name; returns what was drawn.
const draw = (name, how = "", detail = 1) => page.evaluate(([key, code, share]) => {
    const { view } = drystone, { stage } = view, { crowd } = view.bodies, usual = crowd.draw;
    if (code) crowd.draw = new Function("seen", "detail", "most", code);
    crowd.drawAs = usual.bind(crowd);
    stage.draw(share);
    crowd.draw = usual;
    const gl = stage.renderer.getContext(), pixels = new Uint8Array(4 * gl.drawingBufferWidth * gl.drawingBufferHeight);
    gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    (window.pictures ??= {})[key] = pixels;
    return crowd.drawn;
}, [name, how, detail]);

const everything = "this.drawAs(this.chunks.map((chunk) => ({ chunk, r: 100, distance: 0 })), detail, most)";
const asIfNear = "this.drawAs(seen.map((s) => ({ ...s, r: 100 })), detail, most)";

/// Part of the pixels that differ by more than a shade, of those that either picture covers.
const differing = (a, b) => page.evaluate(([p, q]) => {
    const [first, second] = [window.pictures[p], window.pictures[q]];
    let differ = 0, covered = 0;
    for (let i = 0; i < first.length; i += 4) {
        covered += first[i + 1] < 225 || second[i + 1] < 225;
        differ += Math.abs(first[i + 1] - second[i + 1]) > 30;
    }
    return differ / covered;
}, [a, b]);

/// How many pixels show neither background nor floor.
const covered = (name) => page.evaluate((key) => window.pictures[key].filter((value, i) => i % 4 === 1 && value < 225).length, name);

test("far balls are drawn simpler, and look the same", async () => {
    await goTo(page, 6);
    await page.evaluate(() => drystone.view.setMode("displacement"));
    const asIs = await draw("as is"), exact = await draw("exact", asIfNear);
    assert.equal(exact.near, count + 1);
    assert.ok(asIs.near < count, JSON.stringify(asIs));
    let differ = await differing("as is", "exact");
    assert.ok(differ < 0.04, `${differ} of the pixels differ`);
    // From very far they are points, not all of them, and as much of the picture is covered.
    const zoom = (by) => page.evaluate((value) => {
        const { camera } = drystone.view.stage;
        camera.zoom = value;
        camera.updateProjectionMatrix();
    }, by);
    await page.evaluate(() => { const { stage } = drystone.view; stage.camera.position.sub(stage.controls.target).multiplyScalar(7).add(stage.controls.target); });
    await zoom(0.4);
    const far = await draw("far");
    await draw("all", asIfNear);
    assert.ok(far.near === 0 && far.middling === 0 && far.far < 0.7 * count, JSON.stringify(far));
    const pixels = [await covered("far"), await covered("all")];
    assert.ok(pixels[1] > 200 && Math.abs(pixels[0] / pixels[1] - 1) < 0.15, `pixels that are covered: ${pixels}`);
    await zoom(1);
    // From within, chunks out of sight are left out, and what is seen is the same.
    await page.evaluate(() => { const { stage } = drystone.view; stage.look("fit"); stage.camera.position.lerp(stage.controls.target, 0.7); });
    const within = await draw("within");
    await draw("whole", everything);
    assert.ok(within.chunks < within.ofChunks, JSON.stringify(within));
    differ = await differing("within", "whole");
    assert.ok(differ < 0.04, `${differ} of the pixels differ`);
    await page.evaluate(() => drystone.view.look("fit"));
});

test("while things move less is drawn, and all of it when they rest", async () => {
    const full = await draw("full"), some = await draw("some", "", 0.1);
    assert.ok(some.vertices < 0.11 * full.vertices, JSON.stringify([some, full]));
    await page.evaluate(() => { const { stage } = drystone.view; Object.assign(stage, { patience: Infinity, detail: 0.1, lastDrawn: undefined }).invalidate(); });
    await page.waitForFunction((all) => drystone.view.bodies.crowd.drawn.vertices === all, full.vertices, { timeout: 60000 });
    await page.evaluate(() => drystone.view.stage.refine(1));
});

test("what a picture asks of the card has a bound: 20 pictures a second are at most 48 million triangles", async () => {
    await draw("full");
    const { calls, triangles, points } = await page.evaluate(() => ({ ...drystone.view.stage.renderer.info.render }));
    console.log(`# ${count} balls: ${triangles + points} triangles, ${calls} draws`);
    assert.ok(triangles + points <= 2.4e6 && calls < 500, JSON.stringify({ triangles, points, calls }));
    // With less to spend the farthest become points first, then fewer and larger.
    const less = await draw("less", "this.drawAs(seen, detail, 1.3 * this.parts.length)");
    assert.ok(less.far > 0 && less.near + less.middling > 0, JSON.stringify(less));
    const least = await draw("least", "this.drawAs(seen, detail, 0.1 * this.parts.length)");
    assert.ok(least.near + least.middling === 0 && least.far <= 0.1 * count, JSON.stringify(least));
});

test("a section takes away what lies before it, from balls of any distance, and shows where it cuts", async () => {
    await page.evaluate(() => drystone.view.setMode("material"));
    const whole = await look(page);
    await page.evaluate(() => drystone.view.setSection({ axis: "x", at: 0.5 }));
    await draw("exact", everything);
    await draw("points", "this.drawAs(seen.map((s) => ({ ...s, r: 1.2 })), detail, most)");
    const asIs = await draw("as is"), cut = await look(page);
    assert.ok(cut.background > 1.05 * whole.background, `background ${whole.background} and ${cut.background}`);
    assert.ok(asIs.chunks < asIs.ofChunks, JSON.stringify(asIs));
    const differ = [await differing("as is", "exact"), await differing("points", "exact")];
    assert.ok(differ[0] < 0.04 && differ[1] < 0.15, String(differ));
    // Only balls that the plane leaves can be clicked.
    const box = await page.locator("#view canvas").boundingBox();
    await page.mouse.click(box.x + 0.5 * box.width, box.y + 0.5 * box.height);
    const { body, height } = await page.evaluate(() => {
        const { view } = drystone, body_ = view.picked?.body, { cut: plane } = view.stage;
        return { body: body_, height: plane.normal.x * view.frame.position[3 * body_] + plane.constant };
    });
    assert.ok(body > 1 && height > -2 * radius, `${body} at ${height}`);
    await page.evaluate(() => drystone.view.setSection({ axis: "off" }));
});

test("the ball that was clicked is orange where it is seen, and has its exact numbers and its series", async () => {
    await page.evaluate(() => drystone.view.look("front"));
    const at = await page.evaluate(() => {
        const { run, view } = drystone, i = run.names.indexOf("thrown");
        return view.stage.onPage(...view.frame.position.subarray(3 * i, 3 * i + 3));
    });
    await page.mouse.click(at.x, at.y);
    await page.waitForFunction(() => document.querySelector(".picked h3")?.textContent === "thrown");
    const [r, g, b] = (await look(page, at)).colour;
    assert.ok(r > 150 && r > 1.4 * g && g > 1.5 * b, `the colour is ${[r, g, b]}`);
    const probe = csv(`${out}/probes/thrown.csv`);
    assert.match(await page.textContent(".picked"), new RegExp(`speed${String(+probe["velocity.z"].at(-1).toPrecision(4)).replace(".", "\\.")}m/s`));
    await page.waitForFunction(() => drystone.tracks.list.length > 0);
    const heights = await page.evaluate(() => Array.from(drystone.tracks.list.find(({ key }) => key === "position").series[2].values));
    assert.deepEqual(heights.slice(1), probe["position.z"]);
});

test("the next frames are there before they are wanted, and no more are kept than fit", async () => {
    await page.evaluate(() => { drystone.run.cache.clear(); drystone.timeline.index = -1; });
    await goTo(page, 0);
    await page.waitForFunction(() => drystone.run.cache.has(4));
    const complete = await page.evaluate(async () => drystone.run.isComplete(await drystone.run.frame(1), drystone.view.wants));
    assert.ok(complete);
    const kept = await page.evaluate(async () => {
        const { cache } = drystone.run, each = cache.bytes / cache.frames.size;
        cache.most = 2.5 * each;
        for (let k = 0; k < 7; ++k) await drystone.timeline.go(k);
        await new Promise((wake) => setTimeout(wake, 500));
        return { share: cache.bytes / each, frames: cache.frames.size, shown: cache.has(6), each };
    });
    assert.ok(kept.share < 3.1 && kept.shown, JSON.stringify(kept));
});

test("colours and forces are fetched when they are chosen", async () => {
    page.requests.length = 0;
    await choose(page, "colour by", "pressure");
    await page.waitForFunction(() => drystone.view.frame.values.pressure);
    await choose(page, "contact forces", "chains");
    await page.waitForFunction(() => drystone.view.frame.hasContacts && drystone.view.forces.tubes.count > 0);
    const asked = page.requests.map((url) => url.replace(server.url, ""));
    assert.ok(asked.includes("frame/6/values/pressure") && asked.includes("frame/6/forces/30000"), String(asked));
    assert.deepEqual(page.troubles, []);
});

/// A million balls, or bricks, in a block of 100 by 100 by 100, drawn once in place of the run's: what three.js counts, and how long it took to place and to draw them.
const million = (kind) => page.evaluate(async (which) => {
    const { view } = drystone, { stage, bodies } = view, Look = bodies.looks[0].constructor, n = 1e6, side = 100;
    const places = new Float32Array(3 * n), turns = new Float32Array(4 * n), size = (stage.high.x - stage.low.x) / side;
    for (let i = 0; i < n; ++i) {
        places.set([i % side, Math.floor(i / side) % side, Math.floor(i / side / side)].map((k) => stage.low.x + (k + 0.5) * size), 3 * i);
        turns[4 * i + 3] = 1;
    }
    const each = (value) => new Float32Array(n).fill(value), numbers = Int32Array.from({ length: n }, (_, i) => i), h = 0.4 * size;
    const box = { vertices: [...Array(8).keys()].map((k) => [k & 1, k >> 1 & 1, k >> 2 & 1].map((bit) => (2 * bit - 1) * h)),
        faces: [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]] };
    const geometry = { part_body: numbers, part_radius: each(which === "balls" ? h : 1.74 * h), part_centre: new Float32Array(3 * n), part_turn: turns, part_solid: new Int32Array(n) };
    const run_ = { header: { dimension: 3 }, geometry, shapes: [box] }, frame = { home: places, position: places, rotation: turns, cell: null };
    const crowd = new window.drystone[which === "balls" ? "Crowd" : "Solids"](run_, numbers, stage.uniforms, Look);
    const start = performance.now();
    crowd.show(frame, each(0.5));
    const sorted = performance.now();
    crowd.show(frame, each(0.5));
    const placed = performance.now();
    bodies.group.visible = view.forces.mesh.visible = false;
    stage.scene.add(...crowd.objects);
    view.look("fit");
    const { beforeDraw } = stage;
    stage.beforeDraw = (_, detail) => crowd.arrange(stage, detail);
    stage.draw(1);
    const { calls, triangles, points } = stage.renderer.info.render;
    stage.scene.remove(...crowd.objects);
    Object.assign(stage, { beforeDraw });
    bodies.group.visible = view.forces.mesh.visible = true;
    crowd.dispose();
    return { calls, triangles: triangles + points, drawn: crowd.drawn, sort: sorted - start, place: placed - sorted };
}, kind);

for (const kind of ["balls", "bricks"]) {
    test(`a million ${kind} are within the bound`, { skip: count < 1e5 }, async () => {
        const found = await million(kind);
        console.log(`# a million ${kind}: ${found.triangles} triangles, ${found.calls} draws; ${found.place.toFixed(0)} ms to place a frame, ${found.sort.toFixed(0)} ms to sort it first`, JSON.stringify(found.drawn));
        assert.ok(found.triangles > 1e6 && found.triangles <= 2.4e6 && found.calls < 600, JSON.stringify(found));
    });
}

const disks = `
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
shape = "disk"
material = "stone"
count = 6000
radius = [0.003, 0.006]
velocity = [1.0, 0.0]
inside = { type = "box", min = [0, 0.0], max = [1, 0.8] }
`;

test("disks of a plane cell that repeats are a crowd, too, with paler images where they reach in", async () => {
    const flat = await open((await serve(run("disks", disks, { options: ["--no-report"] }))).url);
    await flat.evaluate(() => drystone.view.setMode("material"));
    const places = await flat.evaluate(() => {
        const { crowd } = drystone.view.bodies, slot = crowd.images.start, at = (s) => [crowd.state[4 * s], crowd.state[4 * s + 1]];
        const home = crowd.owner.indexOf(crowd.owner[slot]);
        return { count: crowd.images.count, disks: [home, slot].map(at) };
    });
    assert.ok(places.count > 10, `${places.count} images`);
    assert.ok(Math.abs(Math.abs(places.disks[0][0] - places.disks[1][0]) - 1) < 1e-6, "an image is an edge away");
    const colours = [];
    for (const [x, y] of places.disks) {
        const on = await flat.evaluate(([u, v]) => {
            const { stage } = drystone.view;
            stage.controls.target.set(u, v, 0);
            Object.assign(stage.camera, { zoom: 10 }).position.set(u, v, stage.camera.position.z);
            stage.camera.updateProjectionMatrix();
            return stage.onPage(u - 0.001, v, 0);  // beside the mark that shows how it turns
        }, [x, y]);
        colours.push((await look(flat, on)).colour);
    }
    for (let c = 0; c < 3; ++c)
        assert.ok(Math.abs(0.45 * colours[0][c] + 0.55 * 255 - colours[1][c]) < 3, `${colours[0]} at home, ${colours[1]} as an image`);
    assert.deepEqual(flat.troubles, []);
    await flat.close();
});
