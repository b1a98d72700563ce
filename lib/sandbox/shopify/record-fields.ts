import { z } from "zod";

/** Shapes that customers and orders share in control calls. */
export const second = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, "a UTC time in whole seconds, e.g. 2026-01-31T09:00:00Z");

export const secondOrMicros = z.union([
  second,
  z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/, "a UTC time with microseconds"),
]);

/** Text, because ids pass 2^53. */
export const recordId = z.string().regex(/^[1-9]\d{0,19}$/, "decimal digits");

/** Decimal text as Shopify writes it; how many decimals is the currency's affair. */
export const amount = z.string().regex(/^-?\d+(\.\d+)?$/, "decimal text, e.g. 12.50");

export const currency = z.string().length(3);
