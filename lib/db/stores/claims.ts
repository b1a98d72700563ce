import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import type { Caps } from "@/lib/rules/schema";
import type { ClaimAnswer, ClaimRequest, OpenClaim, SentBody } from "@/lib/runner/delivery-port";
import type { Lease } from "@/lib/runner/lease-port";
import { insertClaims } from "../queries/insert-claims";
import type { SealedClaim } from "../queries/read-facts";
import { lockUsed, storeUsed, type Used } from "../queries/reserve-caps";
import { openJson, sealJson } from "../seal";
import type { VersionedKey } from "../workspace-keys";

/** What a sealed body belongs to: a row copied elsewhere does not open. */
const boundTo = (lease: Lease, recordId: string, deliveryKey: string) => [
  "ledger",
  lease.workspaceId,
  lease.syncId,
  recordId,
  deliveryKey,
];

/** Inserts the claims that nobody else has open, then gives the run's remaining caps to them in the order asked and releases the rest. */
export async function claimWithinCaps(
  raw: TransactionSql,
  lease: Lease,
  within: { account: string; caps: Caps; keys: readonly VersionedKey[] },
  requests: readonly ClaimRequest[],
): Promise<ClaimAnswer[]> {
  const sealed = requests.map(({ body, ...request }) => ({
    ...request,
    id: randomUUID(),
    sourceUpdatedAtMs: body.sourceUpdatedAtMs,
    body: Buffer.from(sealJson(within.keys, body, boundTo(lease, request.recordId, request.deliveryKey))).toString(
      "hex",
    ),
  }));
  const inserted = await insertClaims(raw, lease, within.account, sealed);
  let used = await lockUsed(raw, lease.runId);
  const capped: string[] = [];
  const answers = sealed.map((request): ClaimAnswer => {
    if (!inserted.has(request.id)) return { kind: "open_elsewhere" };
    const next = request.exempt ? used : add(used, request);
    if (!request.exempt && !fits(next, within.caps)) {
      capped.push(request.id);
      return { kind: "capped" };
    }
    used = next;
    return { kind: "claimed", ledgerId: request.id };
  });
  await storeUsed(raw, lease.runId, used, capped);
  return answers;
}

const add = (used: Used, { calls, maybeCreates }: Pick<ClaimRequest, "calls" | "maybeCreates">): Used => ({
  calls: used.calls + calls,
  created: used.created + (maybeCreates ? 1 : 0),
  written: used.written + 1,
});

const fits = (next: Used, caps: Caps): boolean =>
  next.calls <= caps.calls && next.created <= caps.created && next.written <= caps.written;

/** An open claim with its body decrypted. */
export function openBody(claim: SealedClaim, lease: Lease, keys: readonly VersionedKey[]): OpenClaim {
  const { sealedBody, deliveryKey, ...rest } = claim;
  return { ...rest, sent: openJson<SentBody>(keys, sealedBody, boundTo(lease, claim.recordId, deliveryKey)) };
}
