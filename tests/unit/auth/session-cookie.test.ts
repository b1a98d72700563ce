import { describe, expect, it } from "vitest";
import { clientAddress } from "@/lib/auth/client-address";
import { sessionCookie } from "@/lib/auth/session-cookie";

describe("sessionCookie", () => {
  it("is bound to the host over https", () => {
    expect(sessionCookie("https://app.example")).toEqual({
      name: "__Host-nightpost-session",
      attributes: { secure: true, httpOnly: true, sameSite: "lax", path: "/" },
    });
  });

  it("works over http on a developer's machine, where a browser would refuse the prefix", () => {
    expect(sessionCookie("http://localhost:3000")).toMatchObject({
      name: "nightpost-session",
      attributes: { secure: false, httpOnly: true },
    });
  });
});

describe("clientAddress", () => {
  it("believes the nearest hop, not what the client wrote before it", () => {
    expect(clientAddress(new Headers({ "x-forwarded-for": "6.6.6.6, 203.0.113.9" }))).toBe("203.0.113.9");
    expect(clientAddress(new Headers())).toBe("unknown");
  });
});
