import { AgentParamElement } from "./agent-param-element.js";

AgentParamElement.define("agent-param");
