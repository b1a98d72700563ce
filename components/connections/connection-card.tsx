import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { failureKey } from "@/components/runs/failure-words";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Card } from "@/components/ui/card";
import type { ConnectionView } from "@/lib/use-cases/connections/connection-view";
import { ConnectionFacts } from "./connection-facts";
import { ConnectionStatus } from "./connection-status";

interface Props {
  workspaceId: string;
  connection: ConnectionView;
  /** Test, renew, disconnect: for those who may. */
  controls?: ReactNode;
}

/** One connection: how it is, whom it reaches, what it may, who uses it. */
export function ConnectionCard({ workspaceId, connection, controls }: Props) {
  const t = useTranslations("connections");
  return (
    <Card
      level={3}
      title={connection.name}
      actions={
        <>
          {connection.demo ? <Badge>{t("stand_in")}</Badge> : null}
          <ConnectionStatus health={connection.health} />
        </>
      }
    >
      <div className="grid gap-4">
        <Trouble connection={connection} />
        <ConnectionFacts workspaceId={workspaceId} connection={connection} />
        {controls ? <div className="grid gap-3 border-line border-t pt-3">{controls}</div> : null}
      </div>
    </Card>
  );
}

function Trouble({ connection: { health, lastError } }: { connection: ConnectionView }) {
  const t = useTranslations("connections");
  const say = useTranslations("failures");
  if (health === "broken") return <Banner tone="danger" title={t("broken_sentence")} />;
  if (health === "disconnected") return <Banner tone="info" title={t("disconnected_sentence")} />;
  if (lastError === null) return null;
  const key = failureKey(lastError);
  return (
    <Banner tone="warning" title={say(`errors.${key}`)}>
      {say(`next.${key}`)}
    </Banner>
  );
}
