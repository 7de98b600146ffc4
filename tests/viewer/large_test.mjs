// A large run: its report stays small and opens fast.

import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { after, test } from "node:test";
import { browser, goTo, look, report, run } from "./browser.mjs";
import { space } from "./scenes.mjs";

after(() => browser.close());

const scene = space.replace("count = 120", "count = 10000").replace("radius = [0.03, 0.04]", "radius = [0.006, 0.009]")
    .replace("max = [0.4, 0.4, 0.6]", "max = [0.4, 0.4, 0.9]").replace("[0.2, 0.2, 0.7]", "[0.2, 0.2, 1.0]")
    .replace("[solver]", "[solver]\nmax_iterations = 20").replace("frames_every = 0.04", "frames_every = 0.002");

test("the report of 10,000 bodies and 200 frames is below 30 MB and opens within 5 s", async () => {
    const out = run("large", scene, { status: 3 });
    const megabytes = 1e-6 * statSync(`${out}/report.html`).size;
    assert.ok(megabytes < 30, `${megabytes} MB`);
    const start = performance.now();
    const page = await report(out);
    const seconds = 1e-3 * (performance.now() - start);
    console.log(`# ${megabytes.toFixed(1)} MB, open after ${seconds.toFixed(2)} s`);
    assert.ok(seconds < 5, `${seconds} s`);
    assert.match(await page.textContent("ul.note"), /of 201 frames are here/);
    const last = await look(page);
    await goTo(page, 0);
    assert.notEqual((await look(page)).hash, last.hash);
    assert.deepEqual(page.troubles, []);
    await page.close();
});
