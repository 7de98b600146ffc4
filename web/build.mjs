// node build.mjs FOLDER: bundles src/main.js with its style, and writes both as C++ (viewer_bytes.cpp) into FOLDER.
import * as esbuild from "esbuild";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const folder = process.argv[2];
mkdirSync(folder, { recursive: true });
const usual = { bundle: true, minify: true, format: "iife", target: "es2022", charset: "ascii", logLevel: "warning" };
const worker = await esbuild.build({ ...usual, entryPoints: [join(here, "src/worker.js")], write: false });
await esbuild.build({
    ...usual,
    entryPoints: [join(here, "src/main.js")],
    define: { WORKER_SOURCE: JSON.stringify(worker.outputFiles[0].text) },
    legalComments: "eof",  // the licences of what is bundled
    outfile: join(folder, "viewer.js"),
});

/// As string literals of at most 8000 characters: compilers read those fast.
function literal(text) {
    const lines = [];
    for (let start = 0; start < text.length; start += 8000) {
        const part = text.slice(start, start + 8000);
        lines.push('    "' + part.replace(/[\\"\n\r\t?]/g, (c) =>
            ({ "\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "?": "\\?" })[c]) + '"');
    }
    return lines.join("\n");
}

function bytes(name, file) {
    const text = readFileSync(join(folder, file), "utf8");
    const odd = [...text].find((c) => c > "~" || (c < " " && !"\n\r\t".includes(c)));
    if (odd) throw new Error(`${file}: a character that is not ASCII: ${JSON.stringify(odd)}`);
    if (/<\/(script|style)/i.test(text)) throw new Error(`${file}: would end the element it stands in`);
    return `static const char ${name}_text[] =\n${literal(text)};\n`
        + `const std::string_view ${name}{${name}_text, sizeof ${name}_text - 1};\n`;
}

writeFileSync(join(folder, "viewer_bytes.cpp"), `// Written by web/build.mjs.
#include "report/viewer_bytes.h"

namespace drystone {

${bytes("viewer_script", "viewer.js")}
${bytes("viewer_style", "viewer.css")}
}  // namespace drystone
`);
