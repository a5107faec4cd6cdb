/**
 * Suspects that `view:X.Y` and `domain:X.Y` were meant to be one (004, "Collisions"). A lint for authors, no security:
 * it costs one look-up for each capability that comes, and none where no procedure is known.
 */
import type { CapabilityShape } from "../definition/shape.js";
import { AgentSurfaceDefinitionError } from "../values/errors.js";
import { parseCapabilityId } from "../values/ids.js";
import type { Registration } from "./registration.js";
import type { Surface } from "./surface.js";

interface Collision {
  readonly viewCapabilityId: string;
  readonly domainProcedureId: string;
}

/**
 * The collisions that these capabilities would bring. What `except` has now does not count.
 * @throws {AgentSurfaceDefinitionError} PLANE_VIOLATION where the registry's policy says "error".
 */
export function lintSuffixes(
  surface: Surface,
  capabilities: readonly CapabilityShape[],
  except?: Registration,
): Collision[] {
  if (surface.options.duplicateSuffixPolicy === "off") return [];
  const own = new Set(capabilities.filter(({ kind }) => kind === "procedure").map(({ id }) => id));
  if (own.size + surface.procedures.size + surface.paths.size === 0) return [];
  const found: Collision[] = [];
  for (const { kind, id, procedure } of capabilities) {
    if (kind !== "procedure") {
      const path = id.slice("view:".length);
      const domainId = `domain:${path}`;
      const isKnown =
        surface.paths.has(path) ||
        own.has(domainId) ||
        surface.procedures.find(domainId).some(({ registration }) => registration !== except);
      if (isKnown) found.push(collisionOf(path));
      // What the executor names was found when the executor or the view came.
    } else if (!surface.paths.has(procedure!.path) && isInView(surface, procedure!.path, except)) {
      found.push(collisionOf(procedure!.path));
    }
  }
  return refuse(surface, found);
}

/**
 * The collisions that an executor would bring.
 * @throws {AgentSurfaceDefinitionError} PLANE_VIOLATION where the registry's policy says "error".
 */
export function lintPaths(surface: Surface, paths: Iterable<string>): Collision[] {
  if (surface.options.duplicateSuffixPolicy === "off") return [];
  return refuse(surface, [...paths].filter((path) => isInView(surface, path)).map(collisionOf));
}

/** For the policy "warn". */
export function tellCollisions(surface: Surface, collisions: readonly Collision[]): void {
  for (const collision of collisions) {
    surface.report(new Error(sentence(collision)));
    surface.events.emit({ type: "collision-suspected", ...collision });
    surface.audit({ type: "collision-suspected", capabilityId: collision.viewCapabilityId });
  }
}

function isInView(surface: Surface, path: string, except?: Registration): boolean {
  const parsed = parseCapabilityId(`view:${path}`);
  if (!parsed) return false;
  const live = surface.index.capabilities(parsed.type, parsed.name, undefined);
  return live.some(({ registration }) => registration !== except);
}

function collisionOf(path: string): Collision {
  return { viewCapabilityId: `view:${path}`, domainProcedureId: `domain:${path}` };
}

function refuse(surface: Surface, collisions: Collision[]): Collision[] {
  const [first] = collisions;
  if (!first || surface.options.duplicateSuffixPolicy !== "error") return collisions;
  throw new AgentSurfaceDefinitionError("PLANE_VIOLATION", sentence(first));
}

function sentence({ viewCapabilityId, domainProcedureId }: Collision): string {
  return `"${viewCapabilityId}" and "${domainProcedureId}" differ in their plane only: give the view's another name.`;
}
