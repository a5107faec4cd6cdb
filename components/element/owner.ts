import { windowId } from "../../src/values/ids.js";

/** The window that an `owner` names: `shop.cart` is `shop.cart@default`. */
export function ownerId(owner: string | undefined): string {
  const name = owner?.trim() ?? "";
  return name === "" || name.includes("@") ? name : windowId({ type: name, instanceId: "default" });
}
