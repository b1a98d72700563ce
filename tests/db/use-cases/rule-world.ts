import { randomUUID } from "node:crypto";
import { DEMO_ATTRIBUTES, DEMO_LISTS } from "@/lib/demo/brevo/account-shape";
import { generateDemoShop } from "@/lib/demo/shop/generate";
import type { Result } from "@/lib/kernel/result";
import type { DraftRule } from "@/lib/rules/draft";
import type { Context } from "@/lib/use-cases/context";
import { openDraft } from "@/lib/use-cases/drafts/open-draft";
import { saveDraft } from "@/lib/use-cases/drafts/save-draft";
import type { UseCaseError } from "@/lib/use-cases/errors";
import { carryOutPreview } from "@/lib/use-cases/previews/carry-out-preview";
import { readPreview } from "@/lib/use-cases/previews/read-preview";
import { startPreview } from "@/lib/use-cases/previews/start-preview";
import { publish } from "@/lib/use-cases/publications/publish";
import { connectDemoAccount, connectDemoShop } from "@/lib/use-cases/sandbox/connect-demo";
import { createSync } from "@/lib/use-cases/syncs/create-sync";
import { openDemoInstallation } from "./demo-installation";
import { mintWorkspace } from "./syncs-world";

const CUSTOMERS = 60;

/** A demo installation with a small shop and an account that has one of its customers. */
export async function openRuleWorld() {
  const demo = await openDemoInstallation();
  const customers = generateDemoShop({ endingAt: new Date(), count: CUSTOMERS });
  await demo.shop.importCustomers(customers);
  await demo.account.switchPlan({ limits: false });
  await demo.account.seed({ lists: Object.values(DEMO_LISTS), attributes: DEMO_ATTRIBUTES, contacts: [] });
  return { ...demo, customers };
}

/** What a refusal was not expected for. */
export function must<T>(result: Result<T, UseCaseError>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** Each test mints its tenant: a workspace with both ends connected. */
export async function mintRuleWorkspace() {
  const workspace = await mintWorkspace();
  const ends = {
    sourceConnectionId: must(await connectDemoShop(workspace.owner)).connectionId,
    destinationConnectionId: must(await connectDemoAccount(workspace.owner)).connectionId,
  };
  return { ...workspace, ends };
}

/** A sync of the tenant with its suggested draft. */
export async function mintDraft(tenant: Awaited<ReturnType<typeof mintRuleWorkspace>>, name = "Customers") {
  const { syncId } = must(await createSync(tenant.editor, { name, ...tenant.ends }));
  return { syncId, ...must(await openDraft(tenant.editor, syncId)) };
}

/** Changes the draft as its editor would. @returns the new revision */
export async function editDraft(
  context: Context,
  syncId: string,
  change: (rule: DraftRule) => DraftRule,
  keepRunning = true,
): Promise<number> {
  const { rule, revision } = must(await openDraft(context, syncId));
  return must(await saveDraft(context, { syncId, revision, rule: change(rule), keepRunning })).revision;
}

/** A finished preview of the draft as it is. */
export async function previewDraft(context: Context, syncId: string) {
  const { revision } = must(await openDraft(context, syncId));
  const { previewId } = must(await startPreview(context, { syncId, revision }));
  await carryOutPreview(context.workspaceId, previewId);
  return must(await readPreview(context, { syncId, previewId }));
}

/** Previews and publishes the draft as it is. */
export async function publishDraft(context: Context, syncId: string) {
  const { id, digest } = await previewDraft(context, syncId);
  return must(await publish(context, { syncId, previewId: id, digest }));
}

export const codeOf = (result: Result<unknown, UseCaseError>) => (result.ok ? "ok" : result.error.code);

export const unknownId = () => randomUUID();
