import { fnv1a64 } from "../values/digest.js";
import { defaultInstanceId } from "../values/ids.js";

const maxLength = 64;

/**
 * The name of a capability in a protocol: only letters, digits, `_` and `-`, 64 characters at most (contract.md section
 * 13). The default instance is bare, every other one is always named, so that a name never changes while its target lives.
 * @param hashLength How much of the hash a shortened name carries; longer where two names would collide.
 * @param type Of the component, where it tells two targets apart.
 */
export function wireName(capabilityId: string, instanceId: string, hashLength = 0, type = ""): string {
  const instance = instanceId === defaultInstanceId ? "" : `_at_${instanceId}`;
  const full = capabilityId.replace(":", "_").replaceAll(".", "__") + instance;
  const safe = full.replace(/[^A-Za-z0-9_-]/g, "_");
  if (safe === full && full.length <= maxLength && hashLength === 0) return full;
  const hash = fnv1a64(`${capabilityId} ${instanceId}${type && ` ${type}`}`).slice(
    0,
    Math.max(hashLength, 7),
  );
  return `${safe.slice(0, maxLength - 1 - hash.length)}_${hash}`;
}
