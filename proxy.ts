import { type NextRequest, NextResponse } from "next/server";
import { faultOfPageRequest } from "@/lib/http/guard-page";
import { problemResponse } from "@/lib/http/problem";
import { contentSecurityPolicy, securityHeaders } from "@/lib/http/security-headers";

/** Turns away what no page of ours sends, gives each page a fresh nonce, and every answer the security headers. Authorises nothing: that is the data layer's. */
export function proxy(request: NextRequest): Response {
  const fault = request.nextUrl.pathname.startsWith("/api/") ? undefined : faultOfPageRequest(request);
  const response = fault ? problemResponse(fault) : withPolicy(request);
  for (const [name, value] of securityHeaders(process.env.APP_URL)) response.headers.set(name, value);
  return response;
}

/** Next reads the nonce from the request's policy and puts it on its scripts. */
function withPolicy(request: NextRequest): NextResponse {
  const policy = contentSecurityPolicy({
    nonce: Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64"),
    development: process.env.NODE_ENV === "development",
    https: process.env.APP_URL?.startsWith("https://") ?? false,
  });
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

/** Not the engine's route (its answers go to the engine alone) and not files. */
export const config = {
  matcher: ["/((?!api/inngest|_next/static|_next/image|icon\\.svg|favicon\\.ico).*)"],
};
