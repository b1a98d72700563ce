import { describe, expect, it } from "vitest";
import { callOutcome, firstSubject, outcomeTone } from "@/components/sandbox/call-outcome";
import { consentTone } from "@/components/sandbox/consent-tone";
import { secretState } from "@/components/sandbox/secret-state";
import { customerEdit, customerForm } from "@/lib/use-cases/sandbox/customer-form";

describe("callOutcome", () => {
  it.each([
    [{ status: 201, committed: true, answered: true }, "written"],
    [{ status: 200, committed: false, answered: true }, "answered"],
    [{ status: 401, committed: false, answered: true }, "refused"],
    [{ status: 201, committed: true, answered: false }, "written_unanswered"],
    [{ status: 500, committed: true, answered: true }, "written_unanswered"],
    [{ status: 0, committed: false, answered: false }, "unanswered"],
    [{ status: 404, committed: false, answered: true, call: "GET /v3/contacts/a" }, "not_there"],
    [{ status: 404, committed: false, answered: true, call: "GET /v3/contacts/a", fault: "404-list" }, "refused"],
    [{ status: 404, committed: false, answered: true, call: "PUT /v3/contacts/a" }, "refused"],
  ] as const)("%o is %s", (line, outcome) => {
    expect(callOutcome({ call: "POST /v3/contacts", fault: null, ...line })).toBe(outcome);
  });

  it("nobody there is no alarm", () => expect(outcomeTone("not_there")).toBe("neutral"));

  it("throws on an outcome without a look", () => {
    expect(() => outcomeTone("lost" as never)).toThrow("lost");
  });
});

describe("firstSubject", () => {
  it("shortens a list of ids, and leaves an address as it is", () => {
    expect(firstSubject("gid://shopify/Customer/1 gid://shopify/Customer/2")).toEqual({ first: "Customer/1", more: 1 });
    expect(firstSubject("ada@example.com")).toEqual({ first: "ada@example.com", more: 0 });
    expect([firstSubject(null), firstSubject("")]).toEqual([null, null]);
  });
});

describe("secretState", () => {
  const good = { token: "live", key: "valid", addressRefused: false } as const;
  it("tells a good key whose caller is refused from a bad one", () => {
    expect(secretState("brevo", good)).toEqual({ word: "valid", good: true });
    expect(secretState("brevo", { ...good, addressRefused: true })).toEqual({ word: "address_refused", good: false });
    expect(secretState("brevo", { ...good, key: "expired", addressRefused: true })).toEqual({
      word: "expired",
      good: false,
    });
    expect(secretState("shopify", { ...good, token: "revoked" })).toEqual({ word: "revoked", good: false });
  });
});

describe("consentTone", () => {
  it("makes a state that Shopify's schema does not have stand out", () => {
    expect(["SUBSCRIBED", "PENDING", "REDACTED", "WHATEVER"].map(consentTone)).toEqual([
      "success",
      "neutral",
      "warning",
      "warning",
    ]);
  });
});

describe("customerForm", () => {
  const typed = {
    firstName: " Ada ",
    lastName: "",
    address: "ada@@example",
    phone: "",
    consentState: "SUBSCRIBED",
    consentLevel: "",
    consentAt: "2026-01-31T09:00:30",
  };

  it("takes nothing typed for nothing there, and lets a trap be set", () => {
    expect(customerEdit(customerForm.parse(typed))).toEqual({
      firstName: "Ada",
      lastName: null,
      phone: null,
      email: {
        address: "ada@@example",
        marketingState: "SUBSCRIBED",
        marketingOptInLevel: null,
        marketingUpdatedAt: "2026-01-31T09:00:30Z",
        validFormat: false,
      },
    });
  });

  it("refuses what is no state, level or time", () => {
    for (const bad of [{ consentState: "YES" }, { consentLevel: "TRIPLE" }, { consentAt: "2026-02-30 9am" }])
      expect(customerForm.safeParse({ ...typed, ...bad }).success).toBe(false);
  });
});
