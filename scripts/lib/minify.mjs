import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { minify } from "terser";

/**
 * Minifies a built file once more, with its source map. Vite's own minifier leaves 1 % of the standalone bundles and the
 * annotations for tree shaking, which nobody needs who loads the whole.
 */
export async function minifyFile(file, { module }) {
  const { code = "", map = "" } = await minify(readFileSync(file, "utf8"), {
    module,
    ecma: 2020,
    compress: { passes: 6, hoist_funs: true, unsafe_arrows: true, unsafe_methods: true, pure_getters: true },
    format: { comments: false },
    sourceMap: { content: readFileSync(`${file}.map`, "utf8"), url: `${basename(file)}.map` },
  });
  writeFileSync(file, code);
  writeFileSync(`${file}.map`, String(map));
}
