// report.html in a headless browser: what a reader would see and do, and the numbers behind it.

import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { after, test } from "node:test";
import { browser, choose, click, command, csv, goTo, look, place, report, run } from "./browser.mjs";
import { arch, blocks, plane, pressed, rain, repeating, soft, space, tipping, wedged } from "./scenes.mjs";

after(() => browser.close());

const flat = run("plane", plane);
const box = run("space", space);
const stones = run("blocks", blocks);
const background = [0xfb, 0xfa, 0xf7];

/// v turned by a quaternion x y z w: the definition, q v q^-1.
function turned([x, y, z, w], v) {
    const times = (a, b) => [a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1], a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3], a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]];
    return times(times([x, y, z, w], [...v, 0]), [-x, -y, -z, w]).slice(0, 3);
}

/// Where a probe says its body was at the end.
const lastPose = (probe) => ({ position: ["x", "y", "z"].map((c) => probe[`position.${c}`].at(-1)),
    turn: ["x", "y", "z", "w"].map((c) => probe[`orientation.${c}`].at(-1)) });

test("a report opens from the disk, says what it is about, and asks the network for nothing", async () => {
    const page = await report(flat);
    assert.deepEqual(page.troubles, []);
    assert.deepEqual(page.requests.filter((url) => !url.startsWith("file:") && url !== "data:,"), []);
    assert.equal(await page.title(), "Two disks <and a floor>");
    assert.equal(await page.textContent("h1"), "Two disks <and a floor>");
    assert.equal(await page.textContent("#scene"), plane);
    assert.match(await page.textContent(".subtitle"), /^3 bodies · 300 steps · 0\.3 s simulated/);
    assert.match(await page.textContent(".summary"), /steps not converged0/);
    assert.equal(await page.locator(".warnings").count(), 0);
    await page.close();
});

test("a body is where its probe says, in every frame, and is drawn there", async () => {
    const page = await report(flat);
    const probe = csv(`${flat}/probes/falling.csv`);
    const frames = await page.evaluate(() => drystone.run.frames);
    assert.equal(frames, 31);
    for (const index of [1, 10, 30]) {
        await goTo(page, index);
        const { time, drawn } = await page.evaluate(() => {
            const { run, view } = drystone;
            const batch = view.bodies.batches[0];
            const k = batch.owner.indexOf(run.names.indexOf("falling"));
            return { time: view.frame.time, drawn: Array.from(batch.geometry.attributes.place.array.slice(3 * k, 3 * k + 3)) };
        });
        const row = probe.time.findIndex((t) => Math.abs(t - time) < 1e-9);
        assert.ok(row >= 0, `no row at ${time} s`);
        assert.ok(Math.abs(drawn[0] - probe["position.x"][row]) < 1e-6);
        assert.ok(Math.abs(drawn[1] - probe["position.y"][row]) < 1e-6);
        assert.equal(drawn[2], 0);
    }
    await goTo(page, 0);
    const above = await place(page, "falling");
    assert.notDeepEqual((await look(page, above)).colour, background);
    await goTo(page, 30);
    assert.deepEqual((await look(page, above)).colour, background);
    assert.notDeepEqual((await look(page, await place(page, "falling"))).colour, background);
    await page.close();
});

test("play, keys and a click in a plot choose the frame", async () => {
    const page = await report(flat);
    const index = () => page.evaluate(() => drystone.timeline.index);
    assert.equal(await index(), 30);
    await page.keyboard.press("Home");
    assert.equal(await index(), 0);
    await page.keyboard.press("ArrowRight");
    assert.equal(await index(), 1);
    await page.click(".play");
    await page.waitForFunction(() => drystone.timeline.index === 30);
    const plot = page.locator(".plot .u-over").first();
    await plot.scrollIntoViewIfNeeded();
    const { width, height } = await plot.boundingBox();
    await plot.click({ position: { x: width / 2, y: height / 2 } });
    await page.waitForFunction(() => drystone.timeline.index === 15);
    const mark = await page.locator(".plot .mark").first().evaluate((node) => parseFloat(node.style.left));
    assert.ok(Math.abs(mark - width / 2) < 3, `the mark is at ${mark} of ${width}`);
    await page.close();
});

test("plots have the numbers of the files, to the last bit", async () => {
    const page = await report(flat);
    for (const [table, path] of [["falling", "probes/falling.csv"], ["all", "probes/all.csv"], ["steps", "steps.csv"]]) {
        const file = csv(`${flat}/${path}`);
        const shown = await page.evaluate((name) => {
            const plots = drystone.plots.list.filter((plot) => plot.tableName === name);
            plots.forEach((plot) => plot.build());
            return plots.map((plot) => ({ time: Array.from(plot.chart.data[0]),
                series: plot.series.map((s, i) => ({ label: s.label, values: Array.from(s.values), drawn: Array.from(plot.chart.data[i + 1]) })) }));
        }, table);
        const labels = shown.flatMap(({ series }) => series.map(({ label }) => label));
        const wanted = Object.keys(file).filter((name) => !["time", "step"].includes(name)
            && (table !== "steps" || file[name].some((value) => value !== 0)));
        assert.deepEqual(labels.sort(), wanted.sort());
        for (const { time, series } of shown) {
            assert.deepEqual(time, file.time);
            for (const { label, values, drawn } of series) {
                const start = table === "steps" && label === "potential" ? file[label][0] : 0;  // the potential: what changes of it
                assert.deepEqual(values, file[label].map((value) => value - start));
                const positive = drawn.map((value, i) => (value === null ? values[i] <= 0 : value === values[i]));
                assert.ok(positive.every(Boolean), label);
            }
        }
    }
    await page.close();
});

test("a click on a body tells its name and numbers", async () => {
    const page = await report(flat);
    await goTo(page, 20);
    await choose(page, "contact forces", "off");
    await click(page, "falling");
    const panel = page.locator(".picked");
    assert.equal(await panel.locator("h3").textContent(), "falling");
    const text = await panel.textContent();
    assert.match(text, /materialglass/);
    assert.match(text, /speed2m\/s/);  // g t = 10 * 0.2
    assert.match(text, /spin5rad\/s/);
    const selected = (await look(page, await place(page, "falling"))).colour;
    assert.deepEqual(selected, [0xf2, 0x8e, 0x2b]);
    await page.close();
});

test("a click on a force tells its contact and its joint", async () => {
    const page = await report(flat);
    await choose(page, "contact forces", "chains");
    const { x, y } = await page.evaluate(() => drystone.view.stage.onPage(0, 0.03, 0));  // below the centre of the one that lies
    await page.mouse.click(x, y);
    const text = await page.locator(".picked").textContent();
    const weight = String(+(2000 * Math.PI * 0.01 * 10).toPrecision(4));
    assert.match(text, /^floor – lying/);
    assert.match(text, new RegExp(`statussticking.*normal force${weight}N.*gap.*joint of the two.*contacts1.*normal force${weight}N`));
    await page.close();
});

test("forces appear when they are asked for", async () => {
    for (const [out, dimension] of [[flat, 2], [box, 3], [stones, 3]]) {
        const page = await report(out);
        await choose(page, "contact forces", "off");
        assert.equal((await look(page)).red, 0);
        for (const style of ["chains", "vectors"]) {
            await choose(page, "contact forces", style);
            if (dimension === 3) await page.evaluate(() => drystone.view.setOpacity(0.2));
            const tubes = await page.evaluate(() => drystone.view.forces.tubes.count);
            assert.ok(tubes > 0, `${out}: no ${style}`);
            assert.ok((await look(page)).red > 20, `${out}: ${style} are not seen`);
        }
        assert.deepEqual(page.troubles, []);
        await page.close();
    }
});

test("lines of force end at the contact with walls, also with those that move", async () => {
    for (const dimension of [2, 3]) {
        for (const kind of ["plane", "plate"]) {
            const page = await report(run(`pressed-${dimension}-${kind}`, pressed(dimension, kind)));
            const { usual, tubes, ball } = await page.evaluate(() => {
                const { run: { names }, view: { forces, frame } } = drystone;
                forces.style = "chains";
                forces.place(frame);
                const i = names.indexOf("ball");
                return { usual: forces.usual, tubes: forces.tubes, ball: Array.from(frame.position.subarray(3 * i, 3 * i + 3)) };
            });
            assert.equal(usual, "chains", "a plate that is a wall is no reason for vectors");
            assert.equal(tubes.count, 2);  // from the ball to the floor, and to the piston
            for (let k = 0; k < 2; ++k) {
                const [from, to] = [tubes.from.slice(3 * k, 3 * k + 3), tubes.to.slice(3 * k, 3 * k + 3)];
                assert.deepEqual(to, ball);
                const reach = from.map((value, c) => Math.abs(value - to[c]));
                assert.ok(Math.abs(reach[dimension - 1] - 0.1) < 2e-3 && Math.hypot(...reach) < 0.102, `${kind} in ${dimension}D: ${reach}`);
            }
            await page.close();
        }
    }
});

test("the thrust line of an arch is drawn through its centres of pressure", async () => {
    const out = run("arch", arch);
    const page = await report(out);
    await choose(page, "contact forces", "off");
    assert.equal(await page.evaluate(() => drystone.view.forces.tubes.count), 0);
    const joints = csv(`${out}/joints.csv`);
    const empty = await look(page);
    for (const family of ["all", "arch.voussoir"]) {
        await choose(page, "thrust line", family);
        const tubes = await page.evaluate(() => drystone.view.forces.tubes);
        assert.equal(tubes.count, 9);  // one piece in each voussoir
        const ends = Array.from({ length: 18 }, (_, k) => (k < 9 ? tubes.from : tubes.to).slice(3 * (k % 9), 3 * (k % 9) + 2));
        joints["point.x"].forEach((x, k) => {
            const near = ends.filter((end) => Math.hypot(end[0] - x, end[1] - joints["point.y"][k]) < 1e-5).length;
            assert.equal(near, joints["body_b"][k] > 8 || joints["body_a"][k] > 8 ? 1 : 2, `${family}: joint ${k}`);
        });
        assert.notEqual((await look(page)).hash, empty.hash);
    }
    // More tubes than were drawn before are drawn all: the line beside the vectors.
    await choose(page, "thrust line", "off");
    await choose(page, "contact forces", "vectors");
    const vectors = await look(page);
    await choose(page, "thrust line", "all");
    assert.notEqual((await look(page)).hash, vectors.hash);
    await choose(page, "contact forces", "off");
    const key = await page.evaluate(() => drystone.view.stage.onPage(drystone.view.forces.tubes.from[0], drystone.view.forces.tubes.from[1], 0));
    await page.mouse.click(key.x, key.y);  // a line of thrust is no contact: the block below it is told
    assert.match(await page.textContent(".picked h3"), /^arch\.voussoir\.\d$/);
    await choose(page, "thrust line", "off");
    assert.deepEqual(page.troubles, []);
    await page.close();
});

test("each way of colouring has its colours", async () => {
    const page = await report(flat);
    await choose(page, "contact forces", "off");
    await goTo(page, 20);
    const hashes = new Set();
    for (const mode of ["velocity", "displacement", "pressure", "material"]) {
        await choose(page, "colour by", mode);
        hashes.add((await look(page)).hash);
    }
    assert.equal(hashes.size, 4);
    const off = { x: 4, y: 14 };  // beside the mark that shows how a disk turns
    const at = async (name) => { const p = await place(page, name); return { x: p.x + off.x, y: p.y + off.y }; };
    const [stone, glass] = [(await look(page, await at("lying"))).colour, (await look(page, await at("falling"))).colour];
    assert.deepEqual(stone, [0x8f, 0xb3, 0xc4]);
    assert.deepEqual(glass, [0xd9, 0xa6, 0x79]);
    assert.match(await page.textContent(".legend"), /stone.*glass/);
    await page.close();
});

test("a section takes away what lies before it", async () => {
    const page = await report(box);
    await page.evaluate(() => { drystone.view.setWalls(false); drystone.view.stage.look("front"); });
    const whole = await look(page);
    const hit = () => page.evaluate(() => {  // the body in the middle of the picture
        const { view } = drystone;
        const box = view.stage.renderer.domElement.getBoundingClientRect();
        view.pick(box.left + box.width / 2, box.top + 0.72 * box.height);
        const body = view.picked?.body;
        return body === undefined ? null : { body, y: view.frame.position[3 * body + 1] };
    });
    const before = await hit();
    await choose(page, "section", "y");
    const cut = await look(page);
    assert.notEqual(cut.hash, whole.hash);
    const after = await hit();
    assert.ok(after.y > before.y + 0.05, `${after.y} is not behind ${before.y}`);
    await choose(page, "section", "x");  // seen from the front, half the bodies are gone
    const half = await look(page);
    const canvas = await page.evaluate(() => drystone.view.stage.renderer.getContext().drawingBufferWidth
        * drystone.view.stage.renderer.getContext().drawingBufferHeight);
    const share = (canvas - half.background) / (canvas - whole.background);
    assert.ok(share > 0.35 && share < 0.65, `${share} of the bodies' pixels are left`);
    assert.deepEqual(page.troubles, []);
    await page.close();
});

test("solids are drawn and picked with their turns; clumps too", async () => {
    const page = await report(stones);
    // Points on faces that are seen.
    for (const [name, point] of [["ground", [0.8, -0.8, 0]], ["lower", [-0.15, -0.2, 0.1]], ["upper", null]]) {
        const at = point ? await page.evaluate((x) => drystone.view.stage.onPage(...x), point) : await place(page, name);
        await page.mouse.click(at.x, at.y);
        assert.equal(await page.locator(".picked h3").textContent(), name);
        assert.notDeepEqual((await look(page, at)).colour, background);
    }
    const corners = await page.evaluate(() => {  // of the upper block, as its mesh has them
        const { run, view } = drystone;
        const batch = view.bodies.batches.find(({ owner }) => owner.includes(run.names.indexOf("upper")));
        const { position, place, turn } = batch.geometry.attributes;
        return Array.from({ length: position.count }, (_, v) => ({ corner: Array.from(position.array.slice(3 * v, 3 * v + 3)),
            place: Array.from(place.array.slice(0, 3)), turn: Array.from(turn.array.slice(0, 4)) }));
    });
    const pose = lastPose(csv(`${stones}/probes/upper.csv`));
    assert.ok(Math.abs(pose.turn[3]) < 0.999, "the block has turned");
    for (const { corner, place: at, turn } of corners) {
        const drawn = turned(turn, corner).map((value, c) => value + at[c]);
        const inScene = turned([-pose.turn[0], -pose.turn[1], -pose.turn[2], pose.turn[3]], drawn.map((value, c) => value - pose.position[c]));
        for (const value of inScene) assert.ok(Math.abs(Math.abs(value) - 0.1) < 1e-5, `${inScene} is no corner of the box`);
    }
    await page.close();

    const clump = await report(box);
    const balls = await clump.evaluate(() => {
        const { run, view } = drystone;
        const batch = view.bodies.batches[0], i = run.names.indexOf("dumbbell");
        return Array.from(batch.owner).flatMap((owner, k) => (owner === i ? [Array.from(batch.places.subarray(3 * k, 3 * k + 3))] : []));
    });
    const dumbbell = lastPose(csv(`${box}/probes/dumbbell.csv`));
    assert.equal(balls.length, 2);
    balls.forEach((ball, k) => turned(dumbbell.turn, [k === 0 ? -0.05 : 0.05, 0, 0]).forEach((arm, c) =>
        assert.ok(Math.abs(dumbbell.position[c] + arm - ball[c]) < 1e-4, `${ball}`)));
    await clump.close();
});

test("a run that did not converge says so on top", async () => {
    const page = await report(run("wedged", wedged, { status: 3 }));
    assert.match(await page.textContent(".warnings"), /\d+ of 300 steps did not converge: largest residual/);
    const [warning, view] = [await page.locator(".warnings").boundingBox(), await page.locator("#view").boundingBox()];
    assert.ok(warning.y < view.y);
    await page.close();
});

test("a small budget thins the run, and the page says how", async () => {
    const result = command("report", box, "--budget", "1");
    assert.equal(result.status, 0, result.stderr);
    assert.ok(statSync(`${box}/report.html`).size < 1.1e6);
    const page = await report(box);
    assert.match(await page.textContent("ul.note"), /rounded to three digits/);
    assert.deepEqual(page.troubles, []);
    await page.close();
});

test("a run without a report has none; a folder without a run is refused", () => {
    const out = run("bare", plane, { options: ["--no-report"] });
    assert.throws(() => readFileSync(`${out}/report.html`), /ENOENT/);
    for (const words of [["report", "/nowhere"], ["report", `${out}/probes`], ["view", `${out}/probes`]]) {
        const result = command(...words);
        assert.equal(result.status, 2, words.join(" "));
        assert.match(result.stderr, /is not a folder|holds no run/);
    }
});

test("deformable bodies are drawn deformed, coloured by their stress, with larger displacements and crosses where asked", async () => {
    const out = run("soft", soft);
    const page = await report(out);
    assert.deepEqual(page.troubles, []);
    const top = csv(`${out}/probes/top.csv`);
    const corner = () => page.evaluate(() => {
        const { places } = drystone.view.meshes;
        let best = 0;  // the upper right node of the first body, which has the mesh
        for (let a = 0; a < 27; ++a) if (places[3 * a] + places[3 * a + 1] > places[3 * best] + places[3 * best + 1]) best = a;
        return [places[3 * best], places[3 * best + 1]];
    });
    const [x, y] = await corner();
    assert.ok(Math.abs(x - top["position.x"].at(-1)) < 1e-6 && Math.abs(y - top["position.y"].at(-1)) < 1e-6);
    await page.evaluate(() => drystone.view.setMagnified(5));
    const [, lower] = await corner();
    assert.ok(Math.abs(2 - lower - 5 * (2 - y)) < 1e-5, `${lower}`);
    await page.evaluate(() => drystone.view.setMagnified(1));

    await choose(page, "colour by", "field:sigma_yy");
    const colours = await page.evaluate(() => {
        const { meshes } = drystone.view, { tint } = meshes.geometry.attributes;
        const field = drystone.run.field("field:sigma_yy");
        const of = (f) => Array.from(tint.array.slice(3 * meshes.face.indexOf(f), 3 * meshes.face.indexOf(f) + 3));
        return { field, low: of(0), values: Array.from({ length: 17 }, (_, f) => meshes.value("sigma_yy", f)),
            mises: meshes.value("von_mises", 16), first: meshes.value("sigma_1", 16), second: meshes.value("sigma_2", 16) };
    });
    assert.ok(Math.abs(colours.values[16] + 10000) < 10);                     // uniform: the mean
    assert.ok(Math.abs(Math.min(...colours.values) + 20000 * 15 / 16) < 10);  // the lowest row, at its middle
    assert.ok(Math.abs(colours.second + 10000) < 10 && Math.abs(colours.first) < 10);
    assert.ok(Math.abs(colours.mises - 10000 * Math.sqrt(0.84)) < 10);        // plane strain: 1 - nu + nu^2
    assert.ok(colours.field.low < colours.field.high);
    assert.match(await page.textContent(".legend"), /Pa/);
    const at = await page.evaluate(() => drystone.view.stage.onPage(0.25, 0.1, 0));
    const { colour } = await look(page, at);
    const ramp = [0x12, 0x29, 0x4a];  // the strongest compression: the dark end of the ramp
    colour.forEach((value, c) => assert.ok(Math.abs(value - ramp[c]) <= 3, `${colour}`));

    await page.check('[data-control="principal stresses"]');
    const lines = await page.evaluate(() => drystone.view.meshes.lines.geometry.attributes.position.count);
    assert.equal(lines, 17 * 4);  // two arms for each of 17 elements
    await click(page, "meshed");
    assert.match(await page.textContent(".picked"), /meshed/);
    assert.match(await page.textContent(".picked"), /smallest stress/);
    await page.close();
});

test("bodies are coloured by the worst of their joints, with the numbers of joints.csv", async () => {
    const out = run("tipping", tipping);
    const page = await report(out);
    const file = csv(`${out}/joints.csv`);
    const worst = (name) => page.evaluate((key) => drystone.view && drystone.run.frame(drystone.run.frames - 1)
        .then((frame) => [frame.joints[key][0], drystone.run.geometry.joint_a[0], drystone.run.geometry.joint_b[0]]), name);
    for (const name of ["opening", "slip", "utilisation", "damage"]) {
        const [value, a, b] = await worst(name);
        assert.ok(Math.abs(value - file[name][0]) <= 1e-6 * Math.abs(file[name][0]) + 1e-12, `${name}: ${value}, ${file[name][0]}`);
        assert.deepEqual([a, b], [0, 1]);
        await choose(page, "colour by", name);
    }
    assert.ok(file.opening[0] > 0.02);
    await choose(page, "colour by", "status");
    assert.match(await page.locator("aside").textContent(), /sticking/);
    await choose(page, "contact forces", "resultants");
    assert.equal(await page.evaluate(() => drystone.view.forces.tubes.count), 1);
    assert.deepEqual(page.troubles, []);
    await page.close();
});

test("any column is plotted against any other, and a click goes to its time", async () => {
    const page = await report(flat);
    await page.selectOption('[data-control="plot x"]', "falling.position.y");
    await page.selectOption('[data-control="plot y"]', "falling.velocity.y");
    const file = csv(`${flat}/probes/falling.csv`);
    const shown = await page.evaluate(() => ({ x: Array.from(drystone.xy.shown.x), y: Array.from(drystone.xy.shown.y), unit: drystone.xy.shown.unitX }));
    assert.deepEqual(shown.x, file["position.y"].map((value) => value - file["position.y"][0]));
    assert.deepEqual(shown.y, file["velocity.y"]);
    assert.equal(shown.unit, "m");
    // Where the path begins is where the first numbers are.
    const path = await page.locator(".xy-plot .curve").getAttribute("d");
    const points = path.split(/[ML]/).slice(1).map((pair) => pair.split(",").map(Number));
    const share = (values, k) => (values[k] - Math.min(...values)) / (Math.max(...values) - Math.min(...values));
    const width = Math.max(...points.map(([x]) => x)) - Math.min(...points.map(([x]) => x));
    const k = Math.floor(points.length / 2);
    assert.ok(Math.abs((points[k][0] - Math.min(...points.map(([x]) => x))) / width - share(shown.x, k)) < 1e-3);
    await page.close();
});

test("on paper there are title, findings and figures, and nothing that needs a screen", async () => {
    const page = await report(run("paper", tipping));
    await page.emulateMedia({ media: "print" });
    for (const [selector, visible] of [["#view", false], ["#plots", false], ["#xy", false], [".timeline", false], [".figures figure", true], [".verdicts", true], [".title-block", true]])
        assert.equal(await page.locator(selector).first().isVisible(), visible, selector);
    assert.ok(await page.locator(".figures svg").count() >= 4);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    assert.ok(pdf.length > 20000);
    await page.close();
});

test("bodies that come and go are drawn while they are there, and counted", async () => {
    const out = run("rain", rain), page = await report(out);
    assert.deepEqual(page.troubles, []);
    const counts = csv(`${out}/probes/counts.csv`);
    const frames = await page.evaluate(() => drystone.run.frames);
    let gone = 0;
    for (const index of [1, Math.floor(frames / 2), frames - 1]) {
        await goTo(page, index);
        const seen = await page.evaluate(() => {
            const { view } = drystone;
            const disks = view.bodies.batches.find((batch) => batch.owner.length > 1);
            return { time: view.frame.time, count: view.frame.count, drawn: disks.geometry.instanceCount,
                places: Array.from(disks.places.slice(0, 3 * disks.count)), visible: disks.meshes.every((mesh) => mesh.visible) };
        });
        const row = counts.time.findIndex((t) => Math.abs(t - seen.time) < 1e-9);
        const there = counts["sources.rain.count"][row] - counts["sinks.out.count"][row];
        gone = counts["sinks.out.count"][row];
        assert.equal(seen.drawn, there);
        assert.equal(seen.count, there + 1);
        assert.equal(seen.visible, there > 0);
        assert.ok(seen.places.every(Number.isFinite));
        assert.match(await page.textContent(".clock"), new RegExp(`${there + 1} bodies$`));
    }
    assert.ok(gone > 3);
    for (const mode of ["group", "displacement", "rotation", "velocity"]) await page.evaluate((name) => drystone.view.setMode(name), mode);
    const lines = await page.evaluate(() => drystone.view.stage.scene.children.flatMap((child) => child.children.map((line) => line.name)).filter((name) => name));
    assert.deepEqual([...new Set(lines)].sort(), ["out", "rain"]);
    assert.deepEqual(page.troubles, []);
    await page.close();
});

test("in a cell that repeats bodies come in again, images that reach in are drawn beside them, and its edges", async () => {
    const folder = run("repeating", repeating);
    const page = await report(folder);
    assert.deepEqual(page.troubles, []);
    const probe = csv(`${folder}/probes/runner.csv`);
    const seen = await page.evaluate(() => {
        const { run, view } = drystone;
        const batch = view.bodies.batches[0];
        const places = (name) => Array.from({ length: batch.count }, (_, k) => k).filter((k) => batch.owner[k] === run.names.indexOf(name))
            .map((k) => Array.from(batch.geometry.attributes.place.array.slice(3 * k, 3 * k + 2)));
        return { runner: places("runner"), edge: places("edge"), time: view.frame.time, lines: view.cell.lines.visible,
            corners: Array.from(view.cell.lines.geometry.attributes.position.array) };
    });
    assert.ok(Math.abs(seen.time - 0.3) < 1e-9);
    const x = probe["position.x"].at(-1);
    assert.ok(x > 1.4);  // not wrapped in the probe
    assert.equal(seen.runner.length, 1);
    assert.ok(Math.abs(seen.runner[0][0] - (x - 1)) < 1e-5);
    // On the lower border: itself, and its image above, sheared by 0.15.
    assert.equal(seen.edge.length, 2);
    const [low, high] = seen.edge.sort((a, b) => a[1] - b[1]);
    assert.ok(Math.abs(high[1] - low[1] - 1) < 1e-5 && Math.abs(high[0] - low[0] - 0.15) < 1e-5);
    assert.ok(seen.lines);
    assert.ok(Math.abs(Math.max(...seen.corners.filter((_, i) => i % 3 === 0)) - 1.15) < 1e-5);
    await page.close();
});
