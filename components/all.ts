/** `agent-tags/all.js`: registers every everyday element. Providers come before those who ask them. */
import "./agent-surface/agent-surface.js";
import "./agent-window/agent-window.js";
import "./agent-modal/agent-modal.js";
import "./agent-action/agent-action.js";
import "./agent-param/agent-param.js";
import "./agent-observation/agent-observation.js";
import "./agent-webmcp/agent-webmcp.js";
