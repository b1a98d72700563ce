import { z } from "zod";

function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
  } catch {
    return false;
  }
}

/** An IANA time zone that this Node knows. */
export const timeZoneSchema = z.string().max(64).refine(isTimeZone);
