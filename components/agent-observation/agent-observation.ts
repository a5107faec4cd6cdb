import { AgentObservationElement } from "./agent-observation-element.js";

AgentObservationElement.define("agent-observation");
