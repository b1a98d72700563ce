import { describe, expect, it } from "vitest";
import { contentSecurityPolicy, securityHeaders } from "@/lib/http/security-headers";

const directive = (policy: string, name: string) =>
  policy
    .split("; ")
    .find((part) => part.startsWith(`${name} `))
    ?.split(" ")
    .slice(1);

describe("contentSecurityPolicy", () => {
  it("lets scripts run by nonce only", () => {
    const policy = contentSecurityPolicy({ nonce: "abc", development: false, https: true });
    expect(directive(policy, "script-src")).toEqual(["'self'", "'nonce-abc'", "'strict-dynamic'"]);
    expect(directive(policy, "frame-ancestors")).toEqual(["'none'"]);
    expect(policy).toContain("upgrade-insecure-requests");
  });

  it("does not send a browser on plain http to https", () => {
    const policy = contentSecurityPolicy({ nonce: "abc", development: false, https: false });
    expect(policy).not.toContain("upgrade-insecure-requests");
    expect(securityHeaders("http://localhost:3000").map(([name]) => name)).not.toContain("strict-transport-security");
    expect(securityHeaders("https://a.example").map(([name]) => name)).toContain("strict-transport-security");
  });
});
