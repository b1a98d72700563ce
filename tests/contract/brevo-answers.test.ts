import { describe, expect, test } from "vitest";
import { BREVO_FAULTS } from "@/lib/sandbox/brevo/known-faults";
import { validateBrevoAnswer } from "../support/brevo-openapi";
import { sharedDir } from "../support/shared";
import { hostBrevo, type Seen } from "../unit/sandbox/brevo/harness";

type Hosted = ReturnType<typeof hostBrevo>;
type Call = Hosted["call"];

/** A stand-in whose every answer is held against the definition as it leaves. */
function hostChecked(options?: Parameters<typeof hostBrevo>[0]): Hosted & { statuses: Set<string> } {
  const hosted = hostBrevo(options);
  const statuses = new Set<string>();
  const call: Call = async (method, target, body, key) => {
    const answer = await hosted.call(method, target, body, key);
    expect(validateBrevoAnswer(method, target, answer.status, answer.body), `${method} ${target}`).toEqual([]);
    expect(answer.headers).toMatchObject({
      "x-sib-ratelimit-limit": expect.stringMatching(/^\d+$/),
      "x-sib-ratelimit-remaining": expect.stringMatching(/^\d+$/),
      "x-sib-ratelimit-reset": expect.stringMatching(/^\d+$/),
    });
    statuses.add(`${method} ${answer.status}`);
    return answer;
  };
  return { ...hosted, call, statuses };
}

describe.runIf(sharedDir)("every answer of the stand-in fits Brevo's definition", () => {
  test("successes of every route", async () => {
    const { call, control, standIn } = hostChecked();
    const expectStatus = async (status: number, ...args: Parameters<Call>) => {
      const answer: Seen = await call(...args);
      expect(answer.status, `${args[0]} ${args[1]}`).toBe(status);
      return answer;
    };
    for (const plan of ["free", "starter", "professional", "enterprise"]) {
      await control("POST", "/plan", { plan });
      await expectStatus(200, "GET", "/v3/account");
    }
    const full = {
      email: "ada@example.com",
      ext_id: "crm-1",
      attributes: { SMS: "447700900123", TIER: "gold" },
      listIds: [1],
    };
    await expectStatus(201, "POST", "/v3/contacts", full);
    await expectStatus(201, "POST", "/v3/contacts", { email: "zażółć@example.com" });
    await expectStatus(201, "POST", "/v3/contacts", { attributes: { SMS: "447700900124" } });
    await expectStatus(204, "POST", "/v3/contacts", { ...full, updateEnabled: true });
    await expectStatus(204, "PUT", "/v3/contacts/1", { attributes: { FIRSTNAME: "Ada" }, unlinkListIds: [1] });
    standIn.actAsMerchant(1, { action: "opt-out" });
    await expectStatus(200, "GET", "/v3/contacts/1");
    await expectStatus(200, "GET", "/v3/contacts/3");
    await expectStatus(200, "GET", "/v3/contacts?limit=1&modifiedSince=2026-01-01T00:00:00.000Z");
    await expectStatus(201, "POST", "/v3/contacts/lists", { name: "Third", folderId: 1 });
    await expectStatus(200, "GET", "/v3/contacts/lists");
    await expectStatus(201, "POST", "/v3/contacts/attributes/category/SEASON", {
      enumeration: [{ value: 1, label: "Summer" }],
    });
    await expectStatus(201, "POST", "/v3/contacts/attributes/global/SUM", { value: "SUM[TOTAL]" });
    await expectStatus(200, "GET", "/v3/contacts/attributes");
    await expectStatus(204, "POST", "/v3/contacts/batch", { contacts: [{ id: 1, attributes: { FIRSTNAME: "A" } }] });
    await expectStatus(202, "POST", "/v3/contacts/import", { listIds: [1], jsonBody: [{ email: "new@example.com" }] });
    await expectStatus(200, "GET", "/v3/processes/1");
  });

  test("refusals of every route, under both readings of each switch", async () => {
    const { call, control, statuses } = hostChecked();
    await call("POST", "/v3/contacts", { email: "ada@example.com", attributes: { SMS: "447700900123" } });
    const strict = {
      undefinedAttribute: "error",
      wrongType: "error",
      unknownList: 404,
      duplicateCode: "duplicate_parameter",
    };
    for (const semantics of [{}, strict]) {
      await control("POST", "/semantics", semantics);
      for (const body of [
        {},
        [],
        { email: "no" },
        { email: "ada@example.com" },
        { email: "b@example.com", attributes: { SMS: "447700900123" } },
        { email: "b@example.com", attributes: { SMS: "x" } },
        { email: "b@example.com", attributes: { EMAIL: "b@example.com" } },
        { email: "ada@example.com", updateEnabled: true, attributes: { NOPE: 1 } },
        { email: "ada@example.com", updateEnabled: true, attributes: { IS_VIP: "yes" } },
        { email: "b@example.com", listIds: [77] },
        { email: "b@example.com", listIds: ["1"] },
      ]) {
        await call("POST", "/v3/contacts", body);
        await call("PUT", "/v3/contacts/1", body);
        await call("PUT", "/v3/contacts/99", body);
      }
      await call("POST", "/v3/contacts/lists", {});
      await call("POST", "/v3/contacts/attributes/normal/IS_VIP", { type: "text" });
      await call("POST", "/v3/contacts/attributes/odd/NAME", { type: "text" });
      await call("POST", "/v3/contacts/batch", { contacts: [{ id: 99 }] });
      await call("POST", "/v3/contacts/import", { jsonBody: [] });
    }
    for (const path of ["99", "nobody%40example.com", "nonsense", "a+b@example.com"])
      await call("GET", `/v3/contacts/${path}`);
    for (const query of ["limit=9999", "sort=up", "ids=x"]) await call("GET", `/v3/contacts?${query}`);
    for (const path of ["/v3/processes/9", "/v3/contacts/lists?limit=51", "/v3/nothing"]) await call("GET", path);
    await call("PATCH", "/v3/contacts/1", {});
    await call("PUT", "/v3/contacts/1", { attributes: { EMAIL: "no" } });
    await call("GET", "/v3/account", undefined, "wrong");
    await call("GET", "/v3/account", undefined, "");
    await control("POST", "/key", { action: "ip-refuse" });
    await call("GET", "/v3/account");
    expect([...statuses].sort()).toEqual(
      [
        "GET 400",
        "GET 401",
        "GET 404",
        "PATCH 405",
        "POST 201",
        "POST 204",
        "POST 400",
        "POST 404",
        "PUT 204",
        "PUT 400",
        "PUT 404",
      ].sort(),
    );
  });

  test("the limiter's 429", async () => {
    const { call, statuses } = hostChecked({ limits: true });
    for (let index = 0; index < 11; index += 1) await call("GET", "/v3/contacts");
    for (let index = 0; index < 101; index += 1) await call("GET", "/v3/account");
    expect(statuses).toContain("GET 429");
  });

  const REFUSED = BREVO_FAULTS.map(({ fault }) => fault).filter((fault) => /^4\d\d/.test(fault));

  test("there are eleven of them", () => expect(REFUSED).toHaveLength(11));

  test.each(REFUSED)("the answer of the fault %s", async (fault) => {
    const { call, fault: schedule } = hostChecked();
    schedule({ fault });
    const answer = await call("POST", "/v3/contacts", {
      email: "a@example.com",
      listIds: [1],
      attributes: { SMS: "447700900123" },
    });
    expect(answer.status).toBe(Number(fault.slice(0, 3)));
  });

  test("a page of HTML fits nothing, which is what that fault is for", async () => {
    const { call, fault } = hostBrevo();
    fault({ fault: "200-html", times: 2 });
    for (const [method, body] of [
      ["GET", undefined],
      ["POST", { email: "a@example.com" }],
    ] as const) {
      const answer = await call(method, "/v3/contacts", body);
      expect(validateBrevoAnswer(method, "/v3/contacts", answer.status, answer.body)).not.toEqual([]);
    }
  });
});
