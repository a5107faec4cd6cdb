/** The grammar of identifiers (contract.md section 1). */
import { AgentSurfaceDefinitionError } from "./errors.js";

export const maxIdLength = 128;
const componentType = /^[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)*$/;
const capabilityName = /^[a-z][A-Za-z0-9]*$/;
const instance = /^[A-Za-z0-9_-]+$/;

export const defaultInstanceId = "default";

export type AgentPlane = "view" | "domain";

export function isComponentType(text: unknown): boolean {
  return typeof text === "string" && text.length <= maxIdLength && componentType.test(text);
}

export function isCapabilityName(text: unknown): boolean {
  return typeof text === "string" && text.length <= maxIdLength && capabilityName.test(text);
}

export function isInstanceId(text: unknown): boolean {
  return typeof text === "string" && text.length <= maxIdLength && instance.test(text);
}

/** A component as a window: `shop.cart@default`. */
export function windowId({
  type,
  instanceId,
}: {
  readonly type: string;
  readonly instanceId: string;
}): string {
  return `${type}@${instanceId}`;
}

/** The component of a window id, or `undefined` where it is none. */
export function componentOf(id: unknown): { type: string; instanceId: string } | undefined {
  const [type, instanceId, ...more] = typeof id === "string" ? id.split("@") : [];
  return type && instanceId && more.length === 0 ? { type, instanceId } : undefined;
}

/** What a valid capability name looks like, for messages. */
export const capabilityNameRule =
  'letters and digits, starting with a lower-case letter, such as "applyCoupon"';
/** `view:shop.cart.readCart` from its parts. */
export function viewCapabilityId(type: string, name: string): string {
  const id = `view:${type}.${name}`;
  if (id.length > maxIdLength) {
    throw new AgentSurfaceDefinitionError(
      "INVALID_ID",
      `The capability id "${id}" has ${id.length} characters, ${maxIdLength} are allowed.`,
    );
  }
  return id;
}

/** The parts of a capability id, or `undefined` where it follows neither plane's grammar. */
export function parseCapabilityId(id: string): { plane: AgentPlane; type: string; name: string } | undefined {
  if (id.length > maxIdLength) return undefined;
  if (id.startsWith("domain:") && id.length > 7) return { plane: "domain", type: id.slice(7), name: "" };
  const dot = id.lastIndexOf(".");
  if (!id.startsWith("view:") || dot < 0) return undefined;
  const type = id.slice(5, dot);
  const name = id.slice(dot + 1);
  return isComponentType(type) && isCapabilityName(name) ? { plane: "view", type, name } : undefined;
}
