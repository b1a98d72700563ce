import fs from "node:fs";
import path from "node:path";
import { root } from "../../scripts/lib/paths.mjs";

/*
 * Who may do what, by name. A page, route, action or use-case without an entry here fails its test, so that none is forgotten.
 */

/** `member`: of the workspace in the address, in whatever role. `signed`: anybody signed in. `open`: everybody. `editor`: a member who may change things; not there for others. `support`: support staff. */
export type Reach = "open" | "signed" | "member" | "editor" | "support";

export const PAGES: Record<string, Reach> = {
  "/": "signed",
  "/confirm": "signed",
  "/invite/[token]": "open",
  "/sandbox": "signed",
  "/sign-in": "open",
  "/sign-up": "open",
  "/support": "support",
  "/w/[workspace]": "member",
  "/w/[workspace]/activity": "member",
  "/w/[workspace]/alerts": "member",
  "/w/[workspace]/connections": "member",
  "/w/[workspace]/findings": "member",
  "/w/[workspace]/records": "member",
  "/w/[workspace]/sandbox": "member",
  "/w/[workspace]/sandbox/mailbox": "member",
  "/w/[workspace]/sandbox/account": "member",
  "/w/[workspace]/sandbox/shop": "member",
  "/w/[workspace]/settings": "member",
  "/w/[workspace]/syncs": "member",
  "/w/[workspace]/syncs/[sync]": "member",
  "/w/[workspace]/syncs/[sync]/held": "member",
  "/w/[workspace]/syncs/[sync]/rule": "member",
  "/w/[workspace]/syncs/[sync]/runs/[run]": "member",
  "/w/[workspace]/syncs/[sync]/versions": "member",
  "/w/[workspace]/syncs/new": "editor",
};

/** `signature`: proved by a signature, each with tests of its own (`tests/engine/engine-route.test.ts` and those of the webhooks). */
export const ROUTES: Record<string, Reach | "signature"> = {
  "/api/health": "open",
  "/api/hooks/runs/[sync]": "signature",
  "/api/inngest": "signature",
  "/api/w/[workspace]/activity/csv": "member",
  "/api/w/[workspace]/activity/head": "member",
  "/api/w/[workspace]/privacy/[request]": "member",
  "/api/w/[workspace]/records": "member",
  "/api/w/[workspace]/runs/[run]": "member",
  "/api/w/[workspace]/runs/[run]/csv": "member",
  "/api/w/[workspace]/syncs": "member",
  "/api/w/[workspace]/syncs/[sync]/check": "member",
  "/api/w/[workspace]/syncs/[sync]/previews/[preview]": "member",
  "/api/webhooks/brevo/[connection]": "signature",
  "/api/webhooks/shopify": "signature",
  "/w/[workspace]/sandbox/watch": "member",
};

/** The least role of each server action, by its folder and name; `open`, `signed` and `support` are of no workspace. */
export const ACTIONS: Record<string, "open" | "signed" | "support" | "viewer" | "editor" | "owner"> = {
  "[token]/submitJoin": "signed",
  "[token]/submitJoinAsNew": "open",
  "alerts/submitAddChannel": "editor",
  "alerts/submitRemoveChannel": "editor",
  "alerts/submitRoute": "editor",
  "alerts/submitTestChannel": "editor",
  "app/submitCreateWorkspace": "signed",
  "confirm/submitConfirm": "signed",
  "connections/submitConnectBrevo": "editor",
  "connections/submitConnectDemoAccount": "editor",
  "connections/submitConnectDemoShop": "editor",
  "connections/submitConnectShopify": "editor",
  "connections/submitDisconnect": "editor",
  "connections/submitTestConnection": "editor",
  "findings/submitAnswer": "editor",
  "held/submitDismiss": "editor",
  "held/submitRetry": "editor",
  "rule/submitDraft": "editor",
  "rule/submitPreview": "editor",
  "rule/submitPublish": "editor",
  "rule/submitSignInAgain": "open",
  "sandbox/submitActOnContact": "editor",
  "sandbox/submitCreateCustomer": "editor",
  "sandbox/submitDeleteCustomer": "editor",
  "sandbox/submitEditCustomer": "editor",
  "sandbox/submitRemoveFault": "editor",
  "sandbox/submitScheduleFault": "editor",
  "sandbox/submitSwitchMailer": "editor",
  "sandbox/submitSwitchSecret": "editor",
  "settings/submitApiKey": "owner",
  "settings/submitEraseShopper": "owner",
  "settings/submitInvite": "owner",
  "settings/submitLeave": "viewer",
  "settings/submitRemove": "owner",
  "settings/submitRevokeApiKey": "owner",
  "settings/submitRevokeInvitation": "owner",
  "settings/submitRole": "owner",
  "settings/submitSettings": "owner",
  "shell/chooseTheme": "open",
  "shell/signOut": "open",
  "sign-in/submitEnterDemo": "open",
  "sign-in/submitSignIn": "open",
  "sign-up/submitSignUp": "open",
  "support/submitSupportResume": "support",
  "syncs/submitApproval": "editor",
  "syncs/submitCancel": "editor",
  "syncs/submitNewSync": "editor",
  "syncs/submitPause": "editor",
  "syncs/submitResume": "editor",
  "syncs/submitRunNow": "editor",
  "syncs/submitRunOptions": "editor",
  "syncs/submitSchedule": "editor",
  "syncs/submitSettings": "editor",
  "syncs/submitSilenceFine": "editor",
  "syncs/submitWatches": "editor",
  "versions/submitRestore": "editor",
};

/** Folders of `app` in brackets are not in the address. */
function addressOf(file: string): string {
  const parts = path
    .dirname(file)
    .split("/")
    .filter((part) => part !== "." && !/^\(.*\)$/.test(part));
  return `/${parts.join("/")}`;
}

const filesIn = (folder: string) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"));

export const pagesFound = () =>
  filesIn("app")
    .filter((file) => /(^|\/)page\.tsx$/.test(file))
    .map(addressOf)
    .sort();
export const routesFound = () =>
  filesIn("app")
    .filter((file) => /(^|\/)route\.ts$/.test(file))
    .map(addressOf)
    .sort();

/** Every function of a "use server" file, as `folder/name`. */
export function actionsFound(): string[] {
  return ["app", "components"].flatMap((folder) =>
    filesIn(folder)
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => {
        const text = fs.readFileSync(path.join(root, folder, file), "utf8");
        if (!/^\s*"use server"/.test(text)) return [];
        const place = path.basename(path.dirname(`${folder}/${file}`));
        return [...text.matchAll(/^export async function (\w+)/gm)].map((found) => `${place}/${found[1]}`);
      }),
  );
}
