import { AgentWebmcpElement } from "./agent-webmcp-element.js";

AgentWebmcpElement.define("agent-webmcp");
