import fc from "fast-check";
import { expect, test } from "vitest";
import { hostBrevo } from "./harness";

/** Few addresses and phones, so that clashes are the rule. */
const email = fc.constantFrom("a@x.example", "B@x.example", "b@X.example", "c@x.example");
const phone = fc.constantFrom("+447700900001", "00447700900001", "447700900002", "447700900003");
const extId = fc.constantFrom("e1", "e2");
const fields = fc.record(
  {
    attributes: fc.record({ SMS: phone }),
    ext_id: extId,
    emailBlacklisted: fc.constant(true as const),
  },
  { requiredKeys: [] },
);
type Fields = { attributes?: { SMS?: string; EMAIL?: string }; ext_id?: string; emailBlacklisted?: boolean };

type Step =
  | { kind: "post"; body: Fields & { email: string; updateEnabled: boolean } }
  | { kind: "put"; pick: number; body: Fields }
  | { kind: "opt-out" | "delete"; pick: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(email, fc.boolean(), fields)
    .map(
      ([address, updateEnabled, rest]) => ({ kind: "post", body: { ...rest, email: address, updateEnabled } }) as const,
    ),
  fc.record({ kind: fc.constant("put" as const), pick: fc.nat(3), body: fields }),
  fc.record({
    kind: fc.constant("put" as const),
    pick: fc.nat(3),
    body: fc.record({ attributes: fc.record({ EMAIL: email }) }),
  }),
  fc.record({ kind: fc.constantFrom("opt-out" as const, "delete" as const), pick: fc.nat(3) }),
);

interface Row {
  id: number;
  email: string;
  sms?: string;
  ext?: string;
  blocked: boolean;
}

/** The account as a plain list that is searched from end to end: slow, and too simple to be wrong in the same way. */
class NaiveAccount {
  rows: Row[] = [];
  lifted = 0;
  private next = 1;

  post(body: Fields & { email: string; updateEnabled: boolean }): number {
    const address = body.email.toLowerCase();
    const row = this.rows.find((other) => other.email === address);
    if (row) return body.updateEnabled ? this.write(row, body) : 400;
    const fresh = { id: this.next, email: address, blocked: false };
    const status = this.write(fresh, body);
    if (status !== 204) return status;
    this.next += 1;
    this.rows.push(fresh);
    return 201;
  }

  write(row: Row, body: Fields): number {
    const sms = body.attributes?.SMS?.replace(/^(\+|00)/, "");
    const address = body.attributes?.EMAIL?.toLowerCase();
    const taken = this.rows.some(
      (other) =>
        other.id !== row.id &&
        ((sms !== undefined && other.sms === sms) ||
          (body.ext_id !== undefined && other.ext === body.ext_id) ||
          (address !== undefined && other.email === address)),
    );
    if (taken) return 400;
    if (address !== undefined && address !== row.email) {
      if (row.blocked) this.lifted += 1;
      row.blocked = false;
      row.email = address;
    }
    if (sms !== undefined) row.sms = sms;
    if (body.ext_id !== undefined) row.ext = body.ext_id;
    if (body.emailBlacklisted) row.blocked = true;
    return 204;
  }
}

async function play(steps: readonly Step[]): Promise<void> {
  const { call, standIn } = hostBrevo();
  const naive = new NaiveAccount();
  for (const one of steps) {
    if (one.kind === "post") {
      expect((await call("POST", "/v3/contacts", one.body)).status).toBe(naive.post(one.body));
      continue;
    }
    const row = naive.rows[one.pick];
    if (!row) continue;
    if (one.kind === "put") {
      expect((await call("PUT", `/v3/contacts/${row.id}`, one.body)).status).toBe(naive.write(row, one.body));
    } else {
      standIn.actAsMerchant(row.id, { action: one.kind });
      if (one.kind === "opt-out") row.blocked = true;
      else naive.rows.splice(one.pick, 1);
    }
  }
  const seen = standIn.allContacts().map((contact) => ({
    id: contact.id,
    email: contact.email,
    sms: contact.attributes.SMS,
    ext: contact.extId ?? undefined,
    blocked: contact.emailBlacklisted,
  }));
  expect(seen).toEqual(naive.rows.map((row) => ({ ...row, sms: row.sms, ext: row.ext })));
  expect(standIn.counters().tripwire).toBe(naive.lifted);
}

test("unique identifiers and blocklistings behave like a list searched from end to end", async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 40 }), play), { numRuns: 300 });
});
