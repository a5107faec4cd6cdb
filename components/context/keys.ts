/** The contexts of the elements. The keys are shared by every copy of the library that speaks this protocol. */
import { createContext } from "@lit/context";
import type { AgentSurfaceRegistry } from "../../src/index.js";
import type { ParamHost } from "./param-host.js";
import type { WindowHost } from "./window-host.js";

export const registryContext = createContext<AgentSurfaceRegistry>(Symbol.for("agent-tags/registry/1"));
export const windowContext = createContext<WindowHost>(Symbol.for("agent-tags/window/1"));
/** The document provides nobody, so that it knows who to tell of an action that comes late. */
export const paramContext = createContext<ParamHost | undefined>(Symbol.for("agent-tags/param/1"));
