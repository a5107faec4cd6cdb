import { AgentWindowElement } from "./agent-window-element.js";

AgentWindowElement.define("agent-window");
