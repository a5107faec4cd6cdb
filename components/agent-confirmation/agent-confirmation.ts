/** Registers `<agent-confirmation>`. */
import { AgentConfirmationElement } from "./agent-confirmation-element.js";

AgentConfirmationElement.define();
