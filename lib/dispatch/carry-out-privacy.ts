import { classify } from "@/lib/connectors/brevo/classify";
import type { BrevoClient } from "@/lib/connectors/brevo/client";
import { appendActivity } from "@/lib/db/append-activity";
import { inWorkspace, type WorkspaceTx } from "@/lib/db/client";
import { openFinding } from "@/lib/db/queries/open-finding";
import { eraseShop, eraseShopper, exportShopper, writtenContacts } from "@/lib/db/queries/shopper-rows";
import type { PrivacyKind } from "@/lib/db/schema/inbound";
import { sealJson } from "@/lib/db/seal";
import { loadWorkspaceKeys } from "@/lib/db/workspace-keys";
import { openBrevo } from "@/lib/ends/open-ends";
import type { Installation } from "@/lib/installation";

/** An export waits so long to be fetched. */
const EXPORT_DAYS = 30;
/** A redaction that still fails after so many tries is told to people; the tries go on. */
const TRIES_UNTIL_TOLD = 12;

interface Request {
  id: string;
  workspaceId: string;
  connectionId: string;
  kind: PrivacyKind;
  recordId: string | null;
  addressHashes: string[];
  attempts: number;
}

/** Carries out one compliance request. What cannot be done yet (a call in doubt, Brevo away) is tried again an hour later. @returns whether it is done */
export async function carryOutPrivacy(
  at: { workspaceId: string; requestId: string },
  here: Installation,
): Promise<boolean> {
  const request = await inWorkspace(at.workspaceId, (tx) => claim(tx, at));
  if (!request) return false;
  switch (request.kind) {
    case "data_request":
      return inWorkspace(at.workspaceId, (tx) => exportFor(tx, request, here));
    case "customer_redact":
      if (!(await eraseInBrevo(request, here))) return false;
      return inWorkspace(at.workspaceId, async (tx) => finish(tx, request, await eraseShopper(tx.raw, request), here));
    case "shop_redact":
      return inWorkspace(at.workspaceId, async (tx) => finish(tx, request, await eraseShop(tx.raw, request), here));
  }
}

async function claim(tx: WorkspaceTx, at: { workspaceId: string; requestId: string }): Promise<Request | null> {
  const [row] = await tx.raw<Request[]>`
    update privacy_requests set attempts = attempts + 1, next_at = clock_timestamp() + interval '1 hour'
    where id = ${at.requestId} and state = 'open' and next_at <= clock_timestamp()
    returning id, workspace_id as "workspaceId", connection_id as "connectionId", kind, record_id as "recordId", to_jsonb(address_hashes) as "addressHashes", attempts`;
  if (!row) return null;
  if (row.attempts > TRIES_UNTIL_TOLD)
    await openFinding(tx.raw, {
      ...{ workspaceId: row.workspaceId, syncId: null, kind: "privacy.late", subject: row.id },
      evidence: { kind: row.kind, attempts: row.attempts },
    });
  return row;
}

async function exportFor(tx: WorkspaceTx, request: Request, here: Installation): Promise<boolean> {
  const found = await exportShopper(tx.raw, request);
  const keys = await loadWorkspaceKeys(tx.raw, request.workspaceId, here.master);
  const sealed = sealJson(keys.data, found, ["privacy_export", request.workspaceId, request.id]);
  await tx.raw`
    update privacy_requests set sealed_export = ${Buffer.from(sealed)}, export_until = clock_timestamp() + ${EXPORT_DAYS}::int * interval '1 day'
    where id = ${request.id}`;
  await openFinding(tx.raw, {
    ...{ workspaceId: request.workspaceId, syncId: null, kind: "privacy.data_request", subject: request.id },
    evidence: { requestId: request.id, address: `/api/w/${request.workspaceId}/privacy/${request.id}` },
  });
  return finish(tx, request, { records: found.records.length, deliveries: found.deliveries.length }, here);
}

/** Contacts that we wrote for this shopper, unless another of the shop's customers has the same address. @returns whether all are gone */
async function eraseInBrevo(request: Request, here: Installation): Promise<boolean> {
  const written = await inWorkspace(request.workspaceId, async (tx) => {
    const keys = await loadWorkspaceKeys(tx.raw, request.workspaceId, here.master);
    const contacts = await writtenContacts(tx.raw, request);
    const opened: { client: BrevoClient; contactId: string }[] = [];
    for (const { connectionId, contactId } of contacts)
      opened.push({ contactId, client: (await openBrevo(tx, keys, connectionId, here.policy)).client });
    return opened;
  });
  for (const { client, contactId } of written) {
    const erased = classify("PUT", "contact", await client.deleteContact(contactId));
    if (erased.kind !== "applied" && erased.kind !== "gone") return false;
  }
  return true;
}

/** @param counts rows by table; null when something is still in the way */
async function finish(
  tx: WorkspaceTx,
  request: Request,
  counts: Record<string, number> | null,
  here: Installation,
): Promise<boolean> {
  if (counts === null) return false;
  await tx.raw`
    update privacy_requests set state = 'done', done_at = clock_timestamp(), counts = ${JSON.stringify(counts)}::text::jsonb where id = ${request.id}`;
  const entry = { verb: "privacy.carried_out", subjectKind: "connection", subjectId: request.connectionId };
  const details = { kind: request.kind, ...counts };
  await appendActivity(
    tx.raw,
    request.workspaceId,
    { actorKind: "system", actorId: null, ...entry, details },
    here.signingKey,
  );
  return true;
}
