import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Code } from "@/components/ui/code";
import { Definition, DefinitionList } from "@/components/ui/definition-list";
import { RelativeTime } from "@/components/ui/relative-time";
import { TextLink } from "@/components/ui/text-link";
import type { ConnectionView } from "@/lib/use-cases/connections/connection-view";

/** What is known of a connection's other side, as of its last check. */
export function ConnectionFacts({ workspaceId, connection }: { workspaceId: string; connection: ConnectionView }) {
  const t = useTranslations("connections");
  const { shopDomain, identity, plan, rates, timeZone, currency, checkedAtMs } = connection;
  return (
    <DefinitionList>
      {shopDomain === null ? null : <Definition term={t("facts.shop_domain")}>{shopDomain}</Definition>}
      <Definition term={t("facts.identity")}>
        <Code>{identity}</Code>
      </Definition>
      {plan === null ? null : <Definition term={t("facts.plan")}>{plan}</Definition>}
      {rates === null ? null : <Definition term={t("facts.rates")}>{t("rates", { ...rates })}</Definition>}
      {timeZone === null || currency === null ? null : (
        <Definition term={t("facts.shop_time")}>{t("time_and_currency", { zone: timeZone, currency })}</Definition>
      )}
      <Definition term={t("facts.rights")}>
        <Rights connection={connection} />
      </Definition>
      {connection.hooks === null ? null : (
        <Definition term={t("facts.hooks")}>
          {t(`hooks.${connection.hooks.state}`, { missing: connection.hooks.missing.join(", ") || "–" })}
        </Definition>
      )}
      <Definition term={t("facts.checked")}>
        {checkedAtMs === null ? t("never_checked") : <RelativeTime at={checkedAtMs} />}
      </Definition>
      <Definition term={t("facts.used_by")}>
        <UsedBy workspaceId={workspaceId} connection={connection} />
      </Definition>
    </DefinitionList>
  );
}

function Rights({ connection: { kind, scopes, missingScopes } }: { connection: ConnectionView }) {
  const t = useTranslations("connections");
  if (kind === "brevo") return t("rights_of_key");
  return (
    <ul className="flex flex-wrap gap-1.5">
      {scopes.map((scope) => (
        <li key={scope}>
          <Badge tone="success">
            <Check aria-hidden className="size-3" />
            {scope} <span className="sr-only">{t("right_granted")}</span>
          </Badge>
        </li>
      ))}
      {missingScopes.map((scope) => (
        <li key={scope}>
          <Badge tone="danger">
            <X aria-hidden className="size-3" />
            {scope} {t("right_missing")}
          </Badge>
          <Why scope={scope} />
        </li>
      ))}
    </ul>
  );
}

const EXPLAINED = ["read_customers", "read_orders", "read_all_orders"] as const;

function Why({ scope }: { scope: string }) {
  const t = useTranslations("connections");
  const known = EXPLAINED.find((one) => one === scope);
  return known ? <span className="ml-1.5 text-muted text-xs">{t(`right_why.${known}`)}</span> : null;
}

function UsedBy({ workspaceId, connection: { usedBy } }: { workspaceId: string; connection: ConnectionView }) {
  const t = useTranslations("connections");
  if (usedBy.length === 0) return <span className="text-muted">{t("used_by_nobody")}</span>;
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1">
      {usedBy.map((sync) => (
        <li key={sync.id}>
          <TextLink href={`/w/${workspaceId}/syncs/${sync.id}`}>{sync.name}</TextLink>
        </li>
      ))}
    </ul>
  );
}
