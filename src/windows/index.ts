/** Windows and modals: what an agent may operate right now. */
export { createWindows, windowsOf } from "./create-windows.js";
export type {
  AgentModalDefinition,
  AgentWindow,
  AgentWindowDefinition,
  AgentWindowDescriptor,
  AgentWindowKind,
  AgentWindows,
  AgentWindowsChange,
  AgentWindowsDocument,
} from "./types.js";
