import { Plug } from "lucide-react";
import { useTranslations } from "next-intl";
import { ConnectDialog, RenewDialog } from "@/components/connections/connect-dialogs";
import { ConnectionCard } from "@/components/connections/connection-card";
import { DisconnectDialog } from "@/components/connections/disconnect-dialog";
import { OneButtonForm } from "@/components/connections/one-button-form";
import { TestPanel } from "@/components/connections/test-panel";
import { Section } from "@/components/ui/section";
import type { ConnectionView } from "@/lib/use-cases/connections/connection-view";
import {
  submitConnectBrevo,
  submitConnectDemoAccount,
  submitConnectDemoShop,
  submitConnectShopify,
  submitDisconnect,
  submitTestConnection,
} from "./actions";

interface Props {
  kind: ConnectionView["kind"];
  connections: readonly ConnectionView[];
  workspaceId: string;
  mayChange: boolean;
  demo: boolean;
}

const CONNECT = { shopify: submitConnectShopify, brevo: submitConnectBrevo };
const CONNECT_DEMO = { shopify: submitConnectDemoShop, brevo: submitConnectDemoAccount };

/** The connections of one vendor, and ways to make another. */
export function KindSection({ kind, connections, workspaceId, mayChange, demo }: Props) {
  const t = useTranslations("connections");
  const usable = connections.some(({ health }) => health !== "disconnected");
  return (
    <Section
      title={t(`kinds.${kind}`)}
      description={t(`kind_descriptions.${kind}`)}
      actions={mayChange ? <ConnectDialog kind={kind} workspaceId={workspaceId} action={CONNECT[kind]} /> : undefined}
    >
      {usable ? null : (
        <div className="grid justify-items-center gap-3 rounded-lg border border-line-strong border-dashed px-4 py-10 text-center">
          <Plug aria-hidden className="size-5 text-muted" />
          <p className="text-muted text-sm">{t(`empty.${kind}`)}</p>
          {demo && mayChange ? (
            <OneButtonForm variant="primary" hidden={{ workspace: workspaceId }} action={CONNECT_DEMO[kind]}>
              {t(`demo_${kind}`)}
            </OneButtonForm>
          ) : null}
        </div>
      )}
      {connections.map((connection) => (
        <ConnectionCard
          key={connection.id}
          workspaceId={workspaceId}
          connection={connection}
          controls={mayChange ? <Controls workspaceId={workspaceId} connection={connection} /> : undefined}
        />
      ))}
    </Section>
  );
}

function Controls({ workspaceId, connection }: { workspaceId: string; connection: ConnectionView }) {
  const { id, kind, name, shopDomain, health, renewed } = connection;
  const hidden = { workspace: workspaceId, connectionId: id };
  const renew = (
    <RenewDialog
      kind={kind}
      workspaceId={workspaceId}
      name={name}
      shopDomain={shopDomain}
      byApp={renewed}
      action={CONNECT[kind]}
    />
  );
  if (health === "disconnected") return <div>{renew}</div>;
  return (
    <TestPanel name={name} hidden={hidden} action={submitTestConnection}>
      {renew}
      <DisconnectDialog name={name} hidden={hidden} action={submitDisconnect} />
    </TestPanel>
  );
}
