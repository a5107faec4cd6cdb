/** The files that the browsers' test runner gets when it runs everything. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { coreTestFiles } from "./node-core/files.mjs";
import { cache, root } from "./root.mjs";

/** Few enough that a page ends well within the runner's patience. */
const filesOfPage = 10;

/**
 * Tests of the core need no page of their own, and a page costs a second in each engine: a few pages import all of them.
 * @returns {string[]} Relative to the root.
 */
export function browserTestFiles() {
  const core = coreTestFiles().filter((file) => file.endsWith(".test.ts"));
  const others = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .map((name) => slashed(join("test", name)))
    .filter((name) => name.endsWith(".test.ts") && !core.includes(name));
  return [...writePages(core), ...others];
}

function writePages(files) {
  const folder = join(cache, "pages");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const pages = [];
  for (let at = 0; at < files.length; at += filesOfPage) {
    const page = join(folder, `${pages.length + 1}.test.js`);
    const imports = files
      .slice(at, at + filesOfPage)
      .map((file) => `import ${JSON.stringify(slashed(relative(folder, join(root, file))))};`);
    writeFileSync(page, imports.join("\n"));
    pages.push(slashed(relative(root, page)));
  }
  return pages;
}

function slashed(path) {
  return path.replaceAll("\\", "/");
}
