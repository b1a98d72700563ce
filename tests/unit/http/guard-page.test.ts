import { describe, expect, it } from "vitest";
import { faultOfPageRequest } from "@/lib/http/guard-page";

const own = { host: "app.example", origin: "https://app.example", "content-type": "multipart/form-data; boundary=x" };
const statusOf = (method: string, headers: Record<string, string> = {}) =>
  faultOfPageRequest({ method, headers: new Headers(headers) })?.status;

describe("faultOfPageRequest", () => {
  it("lets pages be read and our forms be sent", () => {
    expect([statusOf("GET"), statusOf("HEAD"), statusOf("POST", own)]).toEqual([undefined, undefined, undefined]);
    expect(statusOf("POST", { ...own, "content-type": "text/plain", "next-action": "40ab" })).toBeUndefined();
  });

  it("knows its own name behind a proxy", () => {
    expect(statusOf("POST", { ...own, host: "10.0.0.7:3000", "x-forwarded-host": "app.example" })).toBeUndefined();
  });

  it.each(["PUT", "DELETE", "PATCH", "TRACE"])("answers 405 to %s", (method) => {
    expect(statusOf(method, own)).toBe(405);
  });

  it.each<Record<string, string>>([
    { ...own, origin: "https://evil.example" },
    { ...own, origin: "null" },
    { ...own, origin: "https://app.example.evil.example" },
    { ...own, origin: "https://app.example:444" },
    { host: "app.example", "sec-fetch-site": "cross-site", "content-type": own["content-type"] },
  ])("answers 403 to the form of another site %#", (headers) => {
    expect(statusOf("POST", headers)).toBe(403);
  });

  it("answers 413 above the limit and 415 to what is no form", () => {
    expect(statusOf("POST", { ...own, "content-length": "1048577" })).toBe(413);
    expect(statusOf("POST", { ...own, "content-length": "1048576" })).toBeUndefined();
    expect(statusOf("POST", { ...own, "content-type": "application/json" })).toBe(415);
  });
});
