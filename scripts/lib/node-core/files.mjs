import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.mjs";

/** Exposers talk to a page's model context. */
const withPage = ["exposers"];

function foldersIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/** A `node-test` needs packages that only Node can load: the browsers' runner does not take it. */
function testFilesIn(folder) {
  return readdirSync(join(root, "test", folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(test|node-test)\.ts$/.test(name))
    .map((name) => ["test", folder, name].join("/").replaceAll("\\", "/"))
    .sort();
}

/** Elements, a page's helpers, or a source by its address: a second copy of it, from the server. */
function needsBrowser(file) {
  const code = readFileSync(join(root, file), "utf8");
  return /^import .*["'].*\/(components|helpers\/page)\b|\.ts\?copy/m.test(code);
}

/** The suite whose titles are the rules of the specification. */
export function conformanceFiles() {
  return testFilesIn("conformance");
}

/** The tests of each folder of the core, without the few that need a browser, and the conformance suite. */
export function coreTestFiles() {
  const core = foldersIn("src").filter((name) => !withPage.includes(name));
  const folders = foldersIn("test").filter((name) => core.includes(name) || name === "conformance");
  return folders.flatMap(testFilesIn).filter((file) => !needsBrowser(file));
}
