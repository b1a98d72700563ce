import { Inbox } from "lucide-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { OneButtonForm } from "@/components/connections/one-button-form";
import { RefreshWhile } from "@/components/syncs/refresh-while";
import { Banner } from "@/components/ui/banner";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { AbsoluteTime } from "@/components/ui/relative-time";
import { type Mail, readMailbox } from "@/lib/use-cases/sandbox/mailbox";
import { submitSwitchMailer } from "../actions";
import { enterSandbox, orUnreachable } from "../enter-sandbox";
import { SandboxFrame, Unreachable } from "../sandbox-frame";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("sandbox"))("tabs.mailbox") };
}

export default async function SandboxMailboxPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { context, mayChange } = await enterSandbox(params);
  const mailbox = orUnreachable(await readMailbox(context));
  const t = await getTranslations("sandbox");
  const { workspaceId } = context;
  return (
    <SandboxFrame workspaceId={workspaceId} mayChange={mayChange}>
      <RefreshWhile active />
      {mailbox === null ? (
        <Unreachable />
      ) : (
        <>
          {mailbox.stopped ? (
            <Banner tone="warning" title={t("mailbox.stopped")}>
              {t("mailbox.stopped_body")}
            </Banner>
          ) : null}
          <Card
            flush
            title={t("mailbox.title")}
            actions={
              mayChange ? (
                <OneButtonForm
                  hidden={{ workspace: workspaceId, to: mailbox.stopped ? "start" : "stop" }}
                  action={submitSwitchMailer}
                  size="small"
                >
                  {mailbox.stopped ? t("mailbox.start") : t("mailbox.stop")}
                </OneButtonForm>
              ) : undefined
            }
          >
            {mailbox.mails.length === 0 ? (
              <EmptyState icon={Inbox} title={t("mailbox.empty")}>
                {t("mailbox.empty_body")}
              </EmptyState>
            ) : (
              <Mails mails={mailbox.mails} />
            )}
          </Card>
        </>
      )}
    </SandboxFrame>
  );
}

/** Every mail with its text, latest first. */
function Mails({ mails }: { mails: readonly Mail[] }) {
  const t = useTranslations("sandbox");
  return (
    <ul className="divide-y divide-line">
      {mails.map((mail) => (
        <li key={mail.id} className="grid gap-1 px-4 py-3 text-sm">
          <h3 className="font-medium">{mail.subject}</h3>
          <p className="text-muted text-xs">
            {t.rich("mailbox.line", { to: mail.to.join(", "), at: () => <AbsoluteTime at={mail.at} seconds /> })}
          </p>
          <p className="whitespace-pre-wrap break-words">{mail.text.trim()}</p>
        </li>
      ))}
    </ul>
  );
}
