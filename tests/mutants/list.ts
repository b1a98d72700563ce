import { CONSENT_MUTANTS } from "./consent-mutants";
import { DELIVERY_MUTANTS } from "./delivery-mutants";
import { DOUBT_MUTANTS } from "./doubt-mutants";
import { LEASE_MUTANTS } from "./lease-mutants";
import type { Mutant } from "./mutant";
import { READING_MUTANTS } from "./reading-mutants";
import { RECEIPT_MUTANTS } from "./receipt-mutants";
import { RULE_MUTANTS } from "./rule-mutants";
import { SILENCE_MUTANTS } from "./silence-mutants";

/** Every guard of the runner, each with the test that must miss it. */
export const MUTANTS: readonly Mutant[] = [
  ...LEASE_MUTANTS,
  ...DELIVERY_MUTANTS,
  ...DOUBT_MUTANTS,
  ...CONSENT_MUTANTS,
  ...READING_MUTANTS,
  ...RECEIPT_MUTANTS,
  ...RULE_MUTANTS,
  ...SILENCE_MUTANTS,
];
