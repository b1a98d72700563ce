import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Context } from "@/lib/use-cases/context";
import { root } from "../../../scripts/lib/paths.mjs";
import { testDb } from "../../support/test-db";
import { closeInstallation, mintWorkspace, prepareInstallation } from "../use-cases/syncs-world";

/*
 * Guarantees the data layer's own matrix: every use-case × every role, called past all pages. One that is not in this table fails.
 */

const { url } = await testDb();
prepareInstallation(url);
// Nobody listens there: what passes the role hears that the stand-ins do not answer.
Object.assign(process.env, { SANDBOX_CONTROL_URL: "http://127.0.0.1:9", SANDBOX_CONTROL_SECRET: "s" });
afterAll(closeInstallation);

const ROLES = ["viewer", "editor", "owner"] as const;
type Least = (typeof ROLES)[number];

/** The least role of each use-case that takes a context, by folder and name. */
const LEAST: Record<string, Least> = {
  "activity/listActivity": "viewer",
  "activity/pageActivity": "viewer",
  "activity/readHead": "viewer",
  "alerts/addChannel": "editor",
  "alerts/listChannels": "viewer",
  "alerts/listDeliveries": "viewer",
  "alerts/readReach": "viewer",
  "alerts/removeChannel": "editor",
  "alerts/setRoute": "editor",
  "alerts/testChannel": "editor",
  "api-keys/createApiKey": "owner",
  "api-keys/listApiKeys": "owner",
  "api-keys/revokeApiKey": "owner",
  "connections/connectBrevo": "editor",
  "connections/connectShopify": "editor",
  "connections/disconnect": "editor",
  "connections/listConnections": "viewer",
  "connections/testConnection": "editor",
  "drafts/openDraft": "viewer",
  "drafts/saveDraft": "editor",
  "drafts/restoreVersion": "editor",
  "findings/answerFinding": "editor",
  "findings/listFindings": "viewer",
  "findings/listOpenFindings": "viewer",
  "held/dismissHeld": "editor",
  "held/listHeld": "viewer",
  "held/retryHeld": "editor",
  "members/changeRole": "owner",
  "members/inviteMember": "owner",
  "members/leaveWorkspace": "viewer",
  "members/listMembers": "viewer",
  "members/removeMember": "owner",
  "members/revokeInvitation": "owner",
  "previews/readLatestPreview": "viewer",
  "previews/readPreview": "viewer",
  "previews/startPreview": "editor",
  "privacy/eraseShopper": "owner",
  "privacy/readPrivacyExport": "owner",
  "publications/listPublications": "viewer",
  "publications/publish": "editor",
  "records/findRecords": "viewer",
  "run-hooks/makeRunHookKey": "editor",
  "runs/cancelRun": "editor",
  "runs/exportRun": "viewer",
  "runs/listRuns": "viewer",
  "runs/readRun": "viewer",
  "runs/requestRun": "editor",
  "sandbox/actOnContact": "editor",
  "sandbox/connectDemoAccount": "editor",
  "sandbox/connectDemoShop": "editor",
  "sandbox/createCustomer": "editor",
  "sandbox/deleteCustomer": "editor",
  "sandbox/editCustomer": "editor",
  "sandbox/readMailbox": "viewer",
  "sandbox/readKnownFaults": "viewer",
  "sandbox/readSandboxAccount": "viewer",
  "sandbox/readShop": "viewer",
  "sandbox/removeFault": "editor",
  "sandbox/scheduleFault": "editor",
  "sandbox/switchMailer": "editor",
  "sandbox/switchSecret": "editor",
  "sandbox/watchSandbox": "viewer",
  "silence/callSilenceFine": "editor",
  "silence/readRhythm": "viewer",
  "syncs/approveMassChange": "editor",
  "syncs/checkEnds": "editor",
  "syncs/createSync": "editor",
  "syncs/listEnds": "viewer",
  "syncs/listSyncs": "viewer",
  "syncs/loadPaused": "editor",
  "syncs/pauseSync": "editor",
  "syncs/readSync": "viewer",
  "syncs/resumeSync": "editor",
  "syncs/setSchedule": "editor",
  "syncs/setSettings": "editor",
  "syncs/setWatches": "editor",
  "workspaces/changeSettings": "owner",
  "workspaces/readSettings": "viewer",
};

/** Functions that other use-cases share and that take no context of their own, or are handed one that was authorised; each is named, so that a new one is looked at. */
const SHARED = new Set([
  ...["activity/exportActivity", "activity/activityFilter", "api-keys/openApiKey", "connections/checkAccount"],
  ...["connections/checkShop", "connections/proveAccount", "connections/proveShop", "connections/readAccount"],
  ...["connections/refuseConnection", "connections/storeConnection", "drafts/findSync", "health/assertReady"],
  ...["health/assertReadyOrExit", "health/readHealth", "held/namedHeld", "invitations/acceptInvitation"],
  ...["invitations/readInvitation", "members/endSessions", "members/isLastOwner", "members/lockOwners"],
  ...["connections/contactCallsPerMinute", "drafts/refuseOver", "drafts/storeDraft", "records/readSearch"],
  ...[
    "run-hooks/boundToSync",
    "run-hooks/startRunByHook",
    "webhooks/applyHookNews",
    "webhooks/receiveBrevo",
    "webhooks/receiveShopify",
  ],
  ...["connections/viewConnection", "runs/readRunOptions", "runs/runCounts", "runs/runLineOf", "runs/zonedInstantMs"],
  ...["sandbox/customerEdit", "sandbox/viewCustomer", "syncs/syncLineOf", "sandbox/customerForm"],
  ...["previews/carryOutPreview", "previews/previewPopulation", "previews/publishedEnds", "previews/sampleBinding"],
  ...["publications/attributeRivals", "publications/concernsExisting", "publications/requireSecondPerson"],
  ...["runs/announceRequested", "runs/readRunParts", "runs/selectRunLines", "sandbox/askSandbox"],
  ...["support/listSupportSyncs", "support/resumeForMerchant", "syncs/probeEnds", "syncs/selectSyncRows"],
  ...["workspaces/createWorkspace", "workspaces/listMemberships"],
]);

const person = { firstName: "", lastName: "", address: "", phone: "", consentLevel: "", consentAt: "" };
const customer = { ...person, consentState: "NOT_SUBSCRIBED" };

/** These look at what was typed first; reading a form changes nothing. Everything else hears of the role with an empty input. */
const INPUTS: Record<string, unknown> = {
  "sandbox/actOnContact": { contactId: "1", act: "opt-out" },
  "sandbox/createCustomer": customer,
  "sandbox/deleteCustomer": { customerId: "1" },
  "sandbox/editCustomer": { ...customer, customerId: "1" },
  "sandbox/removeFault": { side: "shopify", faultId: "11111111-1111-4111-8111-111111111111" },
  "sandbox/scheduleFault": { side: "shopify", fault: "http-500" },
  "sandbox/switchMailer": { to: "stop" },
  "sandbox/switchSecret": { to: "expire-token" },
};

type UseCase = (context: Context, input: unknown) => Promise<{ ok: boolean; error?: { kind: string } }>;

async function found(): Promise<Map<string, UseCase>> {
  const all = new Map<string, UseCase>();
  const home = path.join(root, "lib/use-cases");
  for (const folder of fs.readdirSync(home, { withFileTypes: true }).filter((entry) => entry.isDirectory()))
    for (const file of fs.readdirSync(path.join(home, folder.name))) {
      const exported: Record<string, unknown> = await import(path.join(home, folder.name, file));
      for (const [name, value] of Object.entries(exported))
        if (typeof value === "function") all.set(`${folder.name}/${name}`, value as UseCase);
    }
  return all;
}

const useCases = await found();
const shop = await mintWorkspace();

test("every function of the use-cases is in the table, or named as shared", () => {
  const unknown = [...useCases.keys()].filter((name) => !(name in LEAST) && !SHARED.has(name));
  expect(unknown.sort()).toEqual([]);
  expect(Object.keys(LEAST).filter((name) => !useCases.has(name))).toEqual([]);
});

/** Refused for the role, or for another reason (the input is empty): what was thrown came after the role. */
async function isForbidden(name: string, context: Context): Promise<boolean> {
  const answer = await Promise.resolve(useCases.get(name)?.(context, INPUTS[name] ?? {})).catch(() => null);
  return answer?.error?.kind === "forbidden";
}

test.each(Object.entries(LEAST).filter(([name]) => name !== "members/leaveWorkspace"))(
  "%s is for %s and whoever may more",
  async (name, least) => {
    const forbidden = await Promise.all(ROLES.map((role) => isForbidden(name, shop[role])));
    expect(forbidden).toEqual(ROLES.map((role) => ROLES.indexOf(role) < ROLES.indexOf(least)));
  },
);
