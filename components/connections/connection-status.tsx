import { useTranslations } from "next-intl";
import { Status } from "@/components/ui/status";
import type { ConnectionHealth } from "@/lib/use-cases/connections/connection-view";
import { connectionLook } from "./connection-look";

/** How a connection is: icon, word, colour. */
export function ConnectionStatus({ health }: { health: ConnectionHealth }) {
  const t = useTranslations("connections");
  const { icon, tone } = connectionLook(health);
  return (
    <Status icon={icon} tone={tone}>
      {t(`health.${health}`)}
    </Status>
  );
}
