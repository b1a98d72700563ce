import { type NextRequest, NextResponse } from "next/server";
import { contentSecurityPolicy, securityHeaders } from "@/lib/http/security-headers";

/** Gives each page a fresh nonce (Next puts it on its scripts) and every answer the security headers. Authorises nothing: that is the data layer's. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const policy = contentSecurityPolicy({
    nonce,
    development: process.env.NODE_ENV === "development",
    https: process.env.APP_URL?.startsWith("https://") ?? false,
  });
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  for (const [name, value] of securityHeaders(process.env.APP_URL)) response.headers.set(name, value);
  return response;
}

/** Not the engine's route (its answers go to the engine alone) and not files. */
export const config = {
  matcher: ["/((?!api/inngest|_next/static|_next/image|icon\\.svg|favicon\\.ico).*)"],
};
