"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A hidden field with the browser's time zone (IANA); UTC without JavaScript. */
export function ZoneInput({ name = "zone" }: { name?: string }) {
  return <input type="hidden" name={name} value={useSyncExternalStore(never, browserZone, () => "UTC")} readOnly />;
}
