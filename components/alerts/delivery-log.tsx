import { CircleAlert, CircleCheck, CircleSlash, Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { AbsoluteTime } from "@/components/ui/relative-time";
import { Status } from "@/components/ui/status";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { DeliveryView } from "@/lib/use-cases/alerts/alert-views";

const LOOKS = {
  queued: { tone: "info", icon: Clock },
  delivered: { tone: "success", icon: CircleCheck },
  failed: { tone: "danger", icon: CircleAlert },
  superseded: { tone: "neutral", icon: CircleSlash },
} as const;

/** The latest deliveries with their receipts. */
export function DeliveryLog({ deliveries }: { deliveries: readonly DeliveryView[] }) {
  const t = useTranslations("alerts");
  if (deliveries.length === 0) return <p className="px-4 py-4 text-muted text-sm">{t("log_empty")}</p>;
  return (
    <Table label={t("log")}>
      <TableHead>
        <TableHeader>{t("log_when")}</TableHeader>
        <TableHeader>{t("log_what")}</TableHeader>
        <TableHeader>{t("log_to")}</TableHeader>
        <TableHeader>{t("log_state")}</TableHeader>
      </TableHead>
      <TableBody>
        {deliveries.map((delivery) => (
          <TableRow key={delivery.id}>
            <TableCell className="whitespace-nowrap">
              <AbsoluteTime at={delivery.writtenAtMs} />
            </TableCell>
            <TableCell>
              <What delivery={delivery} />
            </TableCell>
            <TableCell>{delivery.channel ?? t("owners")}</TableCell>
            <TableCell>
              <Outcome delivery={delivery} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function What({ delivery: { occasion, kind, sync } }: { delivery: DeliveryView }) {
  const t = useTranslations("alerts");
  const say = useTranslations("findings");
  const parts = [kind === null ? null : say(`kinds.${kind.replaceAll(".", "_")}`), sync?.name ?? null];
  return (
    <div className="grid">
      <span className="font-medium">{t(`occasions.${occasion}`)}</span>
      <span className="text-muted">{parts.filter((part) => part !== null).join(" · ")}</span>
    </div>
  );
}

function Outcome({ delivery: { state, attempts, status, error, nextAtMs } }: { delivery: DeliveryView }) {
  const t = useTranslations("alerts");
  return (
    <div className="grid gap-0.5">
      <Status {...LOOKS[state]} look="plain">
        {t(`states.${state}`)}
      </Status>
      <span className="text-muted text-xs">
        {[
          error === null ? null : t(`faults.${error}`),
          status === null ? null : t("receipt", { status }),
          attempts > 1 ? t("attempts", { attempts }) : null,
        ]
          .filter((part) => part !== null)
          .join(" · ")}
        {nextAtMs === null || attempts === 0 ? null : (
          <>
            {" · "}
            {t.rich("next_try", { at: () => <AbsoluteTime at={nextAtMs} seconds /> })}
          </>
        )}
      </span>
    </div>
  );
}
