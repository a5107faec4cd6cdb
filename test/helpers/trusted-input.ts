/** WebKit's driver has no input that the page could trust. */
export const hasTrustedInput = /Chrome|Firefox/.test(navigator.userAgent);
