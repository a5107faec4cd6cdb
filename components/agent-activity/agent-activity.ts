/** Registers `<agent-activity>`, and exports its class. */
import { AgentActivityElement } from "./agent-activity-element.js";

export { AgentActivityElement } from "./agent-activity-element.js";
export type { ActivityStrings } from "./agent-activity-element.js";

AgentActivityElement.define();
