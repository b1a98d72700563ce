export interface PolicyOptions {
  nonce: string;
  /** React's development build evaluates code to rebuild server stacks. */
  development: boolean;
  /** Browsers reach us over https. */
  https: boolean;
}

/**
 * Scripts run by nonce only. Styles may be inline: charts and progress bars carry their sizes as attributes, for which there
 * is no nonce.
 */
export function contentSecurityPolicy({ nonce, development, https }: PolicyOptions): string {
  const parts = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${development ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  if (https) parts.push("upgrade-insecure-requests");
  return parts.join("; ");
}

/** Headers of every answer; HSTS only where the app is served over https. */
export function securityHeaders(appUrl: string | undefined): [string, string][] {
  const headers: [string, string][] = [
    ["x-content-type-options", "nosniff"],
    ["x-frame-options", "DENY"],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"],
    ["cross-origin-opener-policy", "same-origin"],
  ];
  if (appUrl?.startsWith("https://"))
    headers.push(["strict-transport-security", "max-age=63072000; includeSubDomains"]);
  return headers;
}
