// Two runs side by side, and time series linked to the view.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { choose, closeAll, csv, goTo, look, open, report, run, serve } from "./browser.mjs";
import { plane, space } from "./scenes.mjs";

after(closeAll);

const flat = run("plane", plane);
const longer = run("longer", plane.replace("duration = 0.3", "duration = 0.44").replace("frames_every = 0.01", "frames_every = 0.02")
    .replace("gravity = [0.0, -10.0]", "gravity = [0.0, -5.0]"));

/// What each of the views shows.
const shown = (page) => page.evaluate(() => drystone.views.map((view) => ({ time: view.frame.time, mode: view.mode, style: view.forces.style,
    cut: view.stage.cut?.constant, camera: [...view.stage.camera.position.toArray(), view.stage.camera.zoom] })));

test("two runs have one clock: each shows its frame nearest to the time, and the longer one goes on", async () => {
    const server = await serve(flat, longer), page = await open(server.url);
    assert.deepEqual(page.troubles, []);
    assert.equal(await page.evaluate(() => drystone.clock.frames), 31 + 7);  // 0 to 0.3 by 0.01, then 0.32 to 0.44 by 0.02
    assert.deepEqual((await shown(page)).map(({ time }) => +time.toFixed(6)), [0.3, 0.44]);
    for (const [index, times] of [[0, [0, 0]], [14, [0.14, 0.14]], [30, [0.3, 0.3]], [33, [0.3, 0.36]]]) {
        await goTo(page, index);
        assert.deepEqual((await shown(page)).map(({ time }) => +time.toFixed(6)), times, `frame ${index} of the clock`);
    }
    assert.deepEqual(await page.locator(".caption").allTextContents(), ["plane  ·  0.3000 s", "longer  ·  0.3600 s"]);
    // The ball falls by g t^2 / 2 in both, and is drawn there.
    await goTo(page, 20);
    const heights = await page.evaluate(() => drystone.views.map(({ frame, run }) => frame.position[3 * run.names.indexOf("falling") + 1]));
    assert.ok(Math.abs(1 - heights[0] - 2 * (1 - heights[1])) < 1e-4, String(heights));
    await page.close();
    server.child.kill("SIGINT");
    assert.equal(await server.ended, 0);
});

test("two runs have one camera, one range of colours and the same controls", async () => {
    const solid = run("solid", space), cube = await serve(solid, solid), begun = await open(cube.url), cameras = (await shown(begun)).map(({ camera }) => camera);
    assert.deepEqual(cameras[0], cameras[1], "from the beginning");
    const wide = await begun.evaluate(() => Math.max(...[...document.querySelectorAll(".summary section")].map((box) => box.scrollWidth - box.clientWidth)));
    assert.ok(wide <= 0, `a table of the summary is ${wide} pixels wider than its box`);
    await begun.close();
    const server = await serve(flat, longer), page = await open(server.url);
    const canvas = await page.locator("#view canvas").nth(1).boundingBox();
    await page.mouse.move(canvas.x + 100, canvas.y + 100);
    await page.mouse.wheel(0, -300);
    await page.mouse.down();
    await page.mouse.move(canvas.x + 150, canvas.y + 130, { steps: 3 });
    await page.mouse.up();
    let [a, b] = await shown(page);
    assert.deepEqual(a.camera, b.camera);
    assert.ok(a.camera[3] > 1, "it has zoomed in");
    await choose(page, "colour by", "displacement");
    await choose(page, "contact forces", "chains");
    [a, b] = await shown(page);
    assert.deepEqual([a.mode, b.mode, a.style, b.style], ["displacement", "displacement", "chains", "chains"]);
    const tops = await page.evaluate(() => drystone.views.map(({ run }) => run.header.ranges.displacement));
    assert.equal(tops[0], tops[1]);
    assert.ok(tops[0] > 0.4, String(tops));
    await page.close();
    server.child.kill("SIGINT");
    await server.ended;
});

test("two runs are plotted together, each with its own numbers, and a click goes to that time in both", async () => {
    const server = await serve(flat, longer), page = await open(server.url);
    const files = [flat, longer].map((out) => csv(`${out}/probes/falling.csv`));
    const plot = await page.evaluate(() => {
        const one = drystone.plots.list.find(({ tableName, key }) => tableName === "falling" && key === "position");
        one.node.scrollIntoView();
        one.build();
        return { time: Array.from(one.chart.data[0]), data: one.chart.data.slice(1).map((list) => Array.from(list)), labels: one.series.map(({ label }) => label) };
    });
    assert.deepEqual(plot.labels, ["position.x, plane", "position.y, plane", "position.x, longer", "position.y, longer"]);
    for (const [k, file] of files.entries()) {
        const rows = plot.time.map((time, row) => [time, plot.data[2 * k + 1][row]]).filter(([, y]) => y !== undefined && y !== null);
        assert.deepEqual(rows, file.time.map((time, row) => [time, file["position.y"][row]]));
    }
    const over = page.locator(".plot .u-over").first();
    await over.scrollIntoViewIfNeeded();
    const { width, height } = await over.boundingBox();
    await over.click({ position: { x: width / 2, y: height / 2 } });
    await page.waitForFunction(() => drystone.views.every(({ frame }) => Math.abs(frame.time - 0.22) < 0.011));
    await page.close();
    server.child.kill("SIGINT");
    await server.ended;
});

/// What the plots of the clicked body have, and where their mark is.
const tracks = (page) => page.evaluate(() => drystone.tracks.list.map((plot) => {
    plot.build();
    return { key: plot.key, time: Array.from(plot.time), series: plot.series.map(({ label, values }) => [label, Array.from(values)]) };
}));

for (const kind of ["a report", "drystone view"]) {
    test(`a click on a body of ${kind} shows it through time, linked to the view`, async () => {
        const out = run(`tracked-${kind.replace(/ /g, "-")}`, space.replace('quantities = ["position", "orientation"]', 'quantities = ["position", "velocity"]'));
        const server = kind === "a report" ? null : await serve(out);
        const page = server ? await open(server.url) : await report(out);
        await goTo(page, 0);
        const ball = await page.evaluate(() => {  // its centre is between its two balls
            const { run, view } = drystone, { owner, places } = view.bodies.batches[0], k = owner.indexOf(run.names.indexOf("dumbbell"));
            return view.stage.onPage(...places.subarray(3 * k, 3 * k + 3));
        });
        await page.mouse.click(ball.x, ball.y);
        await page.waitForFunction(() => drystone.tracks.list.length > 0);
        assert.equal(await page.textContent(".tracks h3"), "dumbbell through time");
        const probe = csv(`${out}/probes/dumbbell.csv`), list = await tracks(page);
        assert.deepEqual(list.map(({ key }) => key), ["position", "velocity", "angular_velocity", "displacement", "speed"]);
        assert.equal(list[0].time.length, 11);
        for (const [label, values] of [...list[0].series, ...list[1].series])
            values.forEach((value, k) => {
                const row = probe.time.findIndex((time) => Math.abs(time - list[0].time[k]) < 1e-9);
                if (k === 0) return;  // a probe's first row is that of the first step
                assert.ok(Math.abs(value - probe[label][row]) < 1e-5, `${label} at ${list[0].time[k]}: ${value}, ${probe[label][row]}`);
            });
        const speed = list.at(-1).series[0][1], fallen = list.at(-2).series[0][1];
        assert.ok(Math.abs(speed[1] - 0.4) < 1e-3 && fallen[0] === 0 && fallen.at(-1) > 0.1, "g t, and from where it was");
        // The mark follows the frame shown, and a click goes to its time.
        const mark = () => page.locator(".tracks .mark").first().evaluate((node) => parseFloat(node.style.left) / node.parentElement.clientWidth);
        await page.locator(".tracks").scrollIntoViewIfNeeded();
        for (const index of [0, 4, 10]) {
            await goTo(page, index);
            assert.ok(Math.abs((await mark()) - index / 10) < 0.01, `the mark is at ${await mark()} in frame ${index}`);
        }
        const over = page.locator(".tracks .u-over").first(), { width } = await over.boundingBox();
        await over.click({ position: { x: 0.7 * width, y: 40 } });
        await page.waitForFunction(() => drystone.view.index === 7);
        // Another click beside all bodies leaves none.
        await page.evaluate(() => document.getElementById("view").scrollIntoView());
        const corner = await page.locator("#view canvas").boundingBox();
        await page.mouse.click(corner.x + 5, corner.y + 5);
        await page.waitForFunction(() => drystone.tracks.list.length === 0);
        assert.deepEqual(page.troubles, []);
        await page.close();
        server?.child.kill("SIGINT");
    });
}

test("the dot of one against the other is where the frame is", async () => {
    const page = await report(flat);
    await page.selectOption('[data-control="plot y"]', "falling.position.y");
    await page.selectOption('[data-control="plot x"]', "time");
    const heights = [];
    for (const index of [0, 15, 30]) {
        await goTo(page, index);
        heights.push(await page.locator(".xy-plot .now").evaluate((node) => [+node.getAttribute("cx"), +node.getAttribute("cy")]));
    }
    assert.ok(Math.abs(heights[1][0] - (heights[0][0] + heights[2][0]) / 2) < 1, String(heights));
    const fallen = heights.map(([, y]) => y - heights[0][1]);
    assert.ok(fallen[2] > 100 && Math.abs(fallen[1] / fallen[2] - 0.25) < 0.02, `a parabola: ${fallen}`);
    await page.close();
});

test("the section goes across the way one looks, too", async () => {
    const page = await report(run("cut", space));
    await goTo(page, 0);
    const whole = await look(page);
    await choose(page, "section", "eye");
    const half = await look(page);
    assert.notEqual(half.hash, whole.hash);
    const { along, at } = await page.evaluate(() => {
        const { stage } = drystone.view, { normal } = stage.cut;
        const eye = stage.controls.target.clone().sub(stage.camera.position).normalize();
        return { along: normal.dot(eye), at: stage.cut.distanceToPoint(stage.centre) / stage.size };
    });
    assert.ok(Math.abs(along - 1) < 1e-9 && Math.abs(at) < 1e-6, `${along}, ${at}`);
    // It stays where it is when one looks from elsewhere.
    const before = await page.evaluate(() => drystone.view.stage.cut.normal.toArray());
    await page.evaluate(() => drystone.view.look("top"));
    await page.evaluate(() => drystone.view.setSection({ at: 0.4 }));
    assert.deepEqual(await page.evaluate(() => drystone.view.stage.cut.normal.toArray()), before);
    await page.close();
});
