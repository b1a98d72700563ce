"use client";

import { IntlProvider, useLocale } from "next-intl";
import type { ReactNode } from "react";

/** Shows the times below it in another zone. Everything else is inherited, so that messages are not sent twice. */
export function ZoneProvider({ zone, children }: { zone: string; children: ReactNode }) {
  return (
    <IntlProvider locale={useLocale()} timeZone={zone}>
      {children}
    </IntlProvider>
  );
}
