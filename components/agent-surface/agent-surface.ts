import { AgentSurfaceElement } from "./agent-surface-element.js";

AgentSurfaceElement.define("agent-surface");
