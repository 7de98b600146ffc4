// Beside the page: fetches blocks and puts them together, so that the page goes on moving meanwhile.
//
//     in   {id, url}
//     out  {id, loaded, total} while bytes come; at the end {id, columns} or {id, error}

import { inflate, readBlock } from "./block.js";

async function bytesOf(id, response) {
    const total = Number(response.headers.get("Content-Length"));
    if (!total || total < 1e6) return new Uint8Array(await response.arrayBuffer());
    const bytes = new Uint8Array(total), reader = response.body.getReader();
    let loaded = 0;
    for (let told = 0;;) {
        const { done, value } = await reader.read();
        if (done) break;
        bytes.set(value, loaded);
        loaded += value.length;
        if (loaded - told > 0.04 * total) postMessage({ id, loaded: told = loaded, total });
    }
    return bytes;
}

onmessage = async ({ data: { id, url } }) => {
    try {
        const response = await fetch(url, { cache: "no-store" });
        if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
        const columns = readBlock(await inflate(await bytesOf(id, response)));
        const buffers = Object.values(columns).map((column) => column?.values?.buffer).filter(Boolean);
        postMessage({ id, columns }, [...new Set(buffers)]);
    } catch (error) {
        postMessage({ id, error: error.message });
    }
};
