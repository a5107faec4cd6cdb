import { AgentActionElement } from "./agent-action-element.js";

AgentActionElement.define("agent-action");
