/** Registers `<agent-confirmation>`, and exports its class. */
import { AgentConfirmationElement } from "./agent-confirmation-element.js";

export { AgentConfirmationElement } from "./agent-confirmation-element.js";
export type { ConfirmationStrings } from "./agent-confirmation-element.js";

AgentConfirmationElement.define();
