import { version } from "./version.js";

/** The release of a class, so that a second copy of the library can tell that it came too late. */
const releaseKey = Symbol.for("agent-tags/release");

/** Registers a class under a tag. A tag that is there already keeps its class: pages carry several copies of a library. */
export function define(
  elementClass: CustomElementConstructor,
  tag: string,
  registry: CustomElementRegistry | undefined,
): void {
  // On a server.
  if (!registry) return;
  const present = registry.get(tag);
  if (!present) {
    Object.defineProperty(elementClass, releaseKey, { value: version });
    registry.define(tag, elementClass);
    return;
  }
  const other = (present as unknown as Record<symbol, string | undefined>)[releaseKey];
  const said = registry as unknown as Record<symbol, string | undefined>;
  if (other === version || said[releaseKey] === version) return;
  said[releaseKey] = version;
  console.warn(`<${tag}> is defined already, by agent-tags ${other}; ${version} keeps out.`);
}
