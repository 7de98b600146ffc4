// node site_browser.mjs SITE: opens pages of the site as files, in a light and a dark browser, and says "fine" or what is wrong. Called by site_test.py.

import { createRequire } from "node:module";
import { join } from "node:path";

const { chromium } = createRequire(join(process.env.WEB, "package.json"))("playwright-core");
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
const wrong = [];

/// How light the page is behind the text, 0 to 255.
const lightness = (page) => page.evaluate(() => {
    const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
    return (r + g + b) / 3;
});

for (const colorScheme of ["light", "dark"]) {
    const page = await (await browser.newContext({ colorScheme })).newPage();
    page.on("console", (message) => { if (message.type() === "error") wrong.push(`${page.url()}: ${message.text()}`); });
    page.on("pageerror", (error) => wrong.push(`${page.url()}: ${error.message}`));
    page.on("request", (request) => { if (/^https?:/.test(request.url())) wrong.push(`${page.url()} asks for ${request.url()}`); });
    for (const name of ["index", "docs/keys", "docs/theory", "docs/validation", "gallery/README", "python-api", "cpp-api"]) {
        await page.goto(`file://${process.argv[2]}/${name}.html`);
        const found = await lightness(page);
        if (colorScheme === "light" ? found < 200 : found > 60) wrong.push(`${name} in a ${colorScheme} browser is of lightness ${found}`);
        const missing = await page.evaluate(() => [...document.images].filter((image) => image.complete && image.naturalWidth === 0).map(({ src }) => src));
        wrong.push(...missing.map((src) => `${name}: no picture ${src}`));
    }
    // Equations are drawn, all of them.
    await page.goto(`file://${process.argv[2]}/docs/theory.html`);
    await page.waitForFunction(() => document.querySelectorAll(".mjx-chtml").length >= document.querySelectorAll("span.math, div.math").length, null, { timeout: 90000 })
        .catch(() => wrong.push("equations are not drawn"));
    const refused = await page.locator(".mjx-merror, .MathJax_Error").count();
    if (refused > 0) wrong.push(`${refused} equations cannot be read`);
    // The button goes round: as the system is, light, dark.
    const seen = new Set();
    for (let k = 0; k < 3; ++k) {
        await page.locator(".theme-toggle-content .theme-toggle").click();
        seen.add(await page.evaluate(() => document.body.dataset.theme));
    }
    if (seen.size !== 3) wrong.push(`the button gives ${[...seen]}`);
    // The search finds a key.
    await page.goto(`file://${process.argv[2]}/search.html?q=rolling_growth`);
    await page.waitForFunction(() => document.querySelectorAll("#search-results li").length > 0, null, { timeout: 30000 }).catch(() => wrong.push("the search finds nothing"));
}
await browser.close();
console.log(wrong.length ? wrong.join("\n") : "fine");
process.exit(wrong.length ? 1 : 0);
