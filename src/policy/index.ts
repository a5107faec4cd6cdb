/** The built-in policies. */
export { audit } from "./audit.js";
export { authenticated } from "./authenticated.js";
export type { AuthenticatedOptions } from "./authenticated.js";
export { environment } from "./environment.js";
export type { GateOptions } from "./gate.js";
export { hasPermission } from "./has-permission.js";
export { rateLimit } from "./rate-limit.js";
export type { RateLimitOptions } from "./rate-limit.js";
export { requireConfirmation } from "./require-confirmation.js";
export type { RequireConfirmationOptions } from "./require-confirmation.js";
export { tenantBoundary } from "./tenant-boundary.js";
export type { TenantBoundaryOptions } from "./tenant-boundary.js";
