// A headless browser, the program under test, and small things the tests share.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const skipped = 77;  // ctest: not run, and that is no failure

export const drystone = process.env.DRYSTONE;
const chromiumPath = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
if (!chromiumPath) {
    console.log("skipped: there is no chromium (Debian: apt-get install chromium)");
    process.exit(skipped);
}
const { chromium } = createRequire(join(process.env.WEB, "package.json"))("playwright-core");

export const folder = mkdtempSync(join(tmpdir(), "drystone-viewer-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

export const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});

/// Runs a scene; returns the folder of its results.
export function run(name, scene, { status = 0, options = [] } = {}) {
    const file = join(folder, `${name}.toml`), out = join(folder, name);
    writeFileSync(file, scene);
    const result = spawnSync(drystone, ["run", file, "--out", out, "--quiet", ...options], { encoding: "utf8", timeout: 120000 });
    if (result.status !== status) throw new Error(`drystone run ${name} ended with ${result.status}:\n${result.stderr}`);
    return out;
}

export function command(...words) {
    return spawnSync(drystone, words, { encoding: "utf8", timeout: 60000 });
}

const started = [];

/// Ends what goes on still, also after a test that failed.
export async function closeAll() {
    for (const child of started) child.kill("SIGKILL");
    await browser.close();
}

/// A program that goes on, and the first line it printed.
export function start(...words) {
    const child = spawn(drystone, words, { stdio: ["ignore", "pipe", "inherit"] });
    started.push(child);
    const line = new Promise((told, failed) => {
        child.stdout.once("data", (data) => told(String(data).split("\n")[0]));
        child.once("exit", (status) => failed(new Error(`drystone ${words[0]} ended with ${status}`)));
    });
    return { child, line, ended: new Promise((told) => child.once("exit", (status) => told(status))) };
}

/// drystone view of one folder, or of two.
export async function serve(...folders) {
    const server = start("view", ...folders);
    const line = await server.line;
    const [, url, port] = line.match(/(http:\/\/127\.0\.0\.1:(\d+)\/)/);
    return { ...server, url, port: Number(port) };
}

/// VIEWER names a bundle (web/build.mjs) to test in place of the program's own: without compiling.
const script = process.env.VIEWER ? readFileSync(process.env.VIEWER, "utf8") : null;
const withScript = (html) => html.replace(/<script>[^]*<\/script>/, () => `<script>${script}</script>`);

/// Opens a page and waits until it is ready. `page.troubles`: errors in its console; `page.requests`: all it asked for.
export async function open(url) {
    const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
    page.troubles = [];
    page.requests = [];
    page.on("console", (message) => { if (message.type() === "error") page.troubles.push(message.text()); });
    page.on("pageerror", (error) => page.troubles.push(error.message));
    page.on("request", (request) => page.requests.push(request.url()));
    if (script)
        await page.route(({ href }) => href === url, async (route) => route.fulfill({ contentType: "text/html",
            body: withScript(url.startsWith("file:") ? readFileSync(new URL(url), "utf8") : await (await route.fetch()).text()) }));
    await page.goto(url);
    await page.waitForFunction(() => document.body.dataset.ready === "yes", null, { timeout: 60000 });
    return page;
}

export const report = (out) => open(`file://${out}/report.html`);

/// Columns of a CSV by name.
export function csv(path) {
    const [header, ...rows] = readFileSync(path, "utf8").trim().split("\n").map((line) => line.split(","));
    return Object.fromEntries(header.map((name, c) => [name, rows.map((row) => Number(row[c]))]));
}

export const goTo = (page, index) => page.evaluate((i) => drystone.timeline.go(i), index);
export const choose = (page, label, value) => page.selectOption(`[data-control="${label}"]`, value);

/// Where a body is on the page.
export const place = (page, name) => page.evaluate((wanted) => {
    const { run, view } = drystone;
    const i = run.names.indexOf(wanted);
    return view.stage.onPage(...view.frame.position.subarray(3 * i, 3 * i + 3));
}, name);

export async function click(page, name) {
    const { x, y } = await place(page, name);
    await page.mouse.click(x, y);
}

/// Draws, and reads what is on the canvas: how many pixels are of the background, how many reddish (forces), a hash of
/// all, and the colour at a place of the page.
export const look = (page, at = { x: 0, y: 0 }) => page.evaluate(({ x, y }) => {
    const { stage } = drystone.view;
    stage.draw();
    const gl = stage.renderer.getContext();
    const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
    const pixels = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    let background = 0, red = 0, hash = 0;
    for (let i = 0; i < pixels.length; i += 4) {
        const [r, g, b] = pixels.subarray(i, i + 3);
        background += r === 0xfb && g === 0xfa && b === 0xf7;
        red += r > 80 && g < 0.4 * r && b < 0.4 * r;
        hash = (Math.imul(hash, 31) + r * 65536 + g * 256 + b) | 0;
    }
    const box = stage.renderer.domElement.getBoundingClientRect();
    const [px, py] = [Math.round(((x - box.left) / box.width) * width), Math.round((1 - (y - box.top) / box.height) * height)];
    return { background, red, hash, colour: Array.from(pixels.subarray(4 * (py * width + px), 4 * (py * width + px) + 3)) };
}, at);
