import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ApiKeysCard } from "@/components/settings/api-keys-card";
import { EraseForm } from "@/components/settings/erase-form";
import { GeneralForm } from "@/components/settings/general-form";
import { MembersCard } from "@/components/settings/members-card";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { listApiKeys } from "@/lib/use-cases/api-keys/list-api-keys";
import { enterWorkspace } from "@/lib/use-cases/enter-workspace";
import { listMembers } from "@/lib/use-cases/members/list-members";
import { readSettings } from "@/lib/use-cases/workspaces/read-settings";
import { found } from "../syncs/found";
import {
  submitApiKey,
  submitEraseShopper,
  submitInvite,
  submitLeave,
  submitRemove,
  submitRevokeApiKey,
  submitRevokeInvitation,
  submitRole,
  submitSettings,
} from "./actions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("title") };
}

/** Shown to all members; changed by owners. */
export default async function SettingsPage({ params }: { params: Promise<{ workspace: string }> }) {
  const context = await enterWorkspace((await params).workspace);
  const isOwner = context.role === "owner";
  const [settings, people, keys] = await Promise.all([
    readSettings(context, {}),
    listMembers(context, {}),
    isOwner ? listApiKeys(context, {}) : null,
  ]);
  const t = await getTranslations("settings");
  const hidden = { workspace: context.workspaceId };
  const team = found(people);
  return (
    <>
      <PageHeader title={t("title")} description={isOwner ? t("description") : t("description_read")} />
      <div className="grid gap-6">
        <Card title={t("general")}>
          <GeneralForm
            settings={found(settings)}
            zones={Intl.supportedValuesOf("timeZone")}
            hidden={hidden}
            action={isOwner ? submitSettings : null}
          />
        </Card>
        <MembersCard
          {...team}
          me={context.user.id}
          hidden={hidden}
          leave={submitLeave}
          actions={
            isOwner
              ? { invite: submitInvite, revoke: submitRevokeInvitation, role: submitRole, remove: submitRemove }
              : null
          }
        />
        {keys ? (
          <ApiKeysCard keys={found(keys)} hidden={hidden} create={submitApiKey} revoke={submitRevokeApiKey} />
        ) : null}
        {isOwner ? (
          <Card title={t("erase")} description={t("erase_hint")}>
            <EraseForm hidden={hidden} action={submitEraseShopper} />
          </Card>
        ) : null}
      </div>
    </>
  );
}
