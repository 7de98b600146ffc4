// drystone view: the same page, served with all its data, and nothing else.

import assert from "node:assert/strict";
import http from "node:http";
import { after, test } from "node:test";
import { closeAll, command, csv, folder, open, run, serve, start } from "./browser.mjs";
import { plane } from "./scenes.mjs";

after(closeAll);

/// A request as it is written, without a browser's tidying of the path.
const ask = (port, path, headers = {}) => new Promise((told, failed) => {
    http.get({ host: "127.0.0.1", port, path, headers }, (response) => {
        let body = "";
        response.on("data", (data) => { body += data; });
        response.on("end", () => told({ status: response.statusCode, body }));
    }).on("error", failed);
});

test("the page is served with every frame, to this machine only, until it is interrupted", async () => {
    const out = run("served", plane, { options: ["--no-report"] });
    const server = await serve(out);
    const page = await open(server.url);
    assert.deepEqual(page.troubles, []);
    assert.ok(page.requests.every((url) => url.startsWith(server.url) || url === "data:," || url.startsWith(`blob:${server.url}`)));
    assert.equal(await page.evaluate(() => drystone.run.frames), 31);
    const probe = csv(`${out}/probes/falling.csv`);
    const shown = await page.evaluate(() => Array.from(drystone.plots.list.find((plot) => plot.key === "position").series[1].values));
    assert.deepEqual(shown, probe["position.y"]);

    for (const path of ["/../scene.toml", "/%2e%2e/scene.toml", "/scene.toml", "/frames.h5", "/frame/31", "/frame/-1", "/frame/1x",
        "/frame/", "/frame/0/", "/frame/0/values/colour", "/frame/0/forces/0", "/frame/0/forces/x", "/frame/0/body/3", "/frame/31/bodies", "/body/3", "/body/-1",
        "/beside/run.json", "/table/9", "//etc/passwd", "/probes/falling.csv"])
        assert.equal((await ask(server.port, path)).status, 404, path);
    assert.equal((await ask(server.port, "/", { Host: "evil.example" })).status, 403);
    assert.equal((await ask(server.port, "/run.json", { Host: `localhost:${server.port}` })).status, 200);
    const taken = command("view", out, "--port", String(server.port));
    assert.equal(taken.status, 2);
    assert.match(taken.stderr, /--port \d+: cannot be served on/);

    await page.close();
    server.child.kill("SIGINT");
    assert.equal(await server.ended, 0);
});

test("a run that goes on is followed", async () => {
    const out = run("followed", plane);  // for the scene file
    const going = start("run", `${folder}/followed.toml`, "--out", `${out}-on`, "--set", "time.duration=10000", "--set", "output.frames_every=1",
        "--set", "probes.0.every=0.1");
    going.line.catch(() => {});
    let server = null;
    for (let tries = 0; tries < 50 && !server; ++tries) {
        await new Promise((wake) => setTimeout(wake, 100));
        server = await serve(`${out}-on`).catch(() => null);
    }
    const page = await open(server.url);
    const frames = await page.evaluate(() => drystone.run.frames);
    await page.waitForFunction((before) => drystone.run.frames > before, frames, { timeout: 60000 });
    assert.equal(await page.evaluate(() => +drystone.timeline.slider.max), (await page.evaluate(() => drystone.run.frames)) - 1);
    assert.match(await page.textContent(".warnings"), /has not come to its end/);
    going.child.kill("SIGINT");
    assert.equal(await going.ended, 4);
    await page.waitForFunction(() => drystone.run.header.ended, null, { timeout: 60000 });
    await page.close();
    server.child.kill("SIGTERM");
    assert.equal(await server.ended, 0);
});
