import { AgentModalElement } from "./agent-modal-element.js";

AgentModalElement.define("agent-modal");
