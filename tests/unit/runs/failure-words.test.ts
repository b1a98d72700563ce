import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { detailKey, failureKey, mendingPlace } from "@/components/runs/failure-words";
import { LOCALES } from "@/lib/i18n/locales";
import { loadMessages } from "@/lib/i18n/messages";
import type { PublicationFault } from "@/lib/kernel/errors";
import { REFUSALS } from "@/lib/rules/payload";
import { FAILURE_CODES, failure, publicationFailure } from "@/lib/runner/failures";

/** A record, so that the compiler misses a fault that is left out. */
const FAULTS: Record<PublicationFault, true> = {
  digest_differs: true,
  signature_differs: true,
  not_live: true,
  sync_inactive: true,
  rule_unreadable: true,
  source_connection_unusable: true,
  source_identity_differs: true,
  destination_connection_unusable: true,
  destination_identity_differs: true,
};

describe.each(LOCALES)("failures in %s", async (locale) => {
  const messages = await loadMessages(locale);
  const broken: string[] = [];
  const say = createTranslator({ locale, messages, onError: (error) => broken.push(error.message) });
  const words = (key: string) => say(key as never, { detail: "401" } as never) as string;

  it.each(FAILURE_CODES)("%s has a sentence, an effect and a next step", (code) => {
    for (const part of ["errors", "effects", "next"]) {
      const text = words(`failures.${part}.${failureKey(code)}`);
      expect(text).toMatch(/\s/);
      expect(text).not.toContain("failures.");
      expect(text).not.toContain(code);
    }
    expect(["connections", "rule", "nowhere"]).toContain(mendingPlace(code));
    expect(broken).toEqual([]);
  });

  it("has words for every fault of a publication", () => {
    for (const fault of Object.keys(FAULTS) as PublicationFault[]) {
      expect(detailKey(publicationFailure(fault))).toBe(fault);
      expect(words(`failures.details.${fault}`)).toMatch(/\s/);
    }
    expect(broken).toEqual([]);
  });

  it("has words for every receipt that can fail", () => {
    for (const detail of ["R1:id_twice", "R1:content_type", "R3:known_record_missing", "R3:empty_without_proof"]) {
      const key = detailKey(failure("source.unreadable", detail));
      expect(words(`failures.details.${key}`)).toMatch(/\s/);
    }
    expect(broken).toEqual([]);
  });

  it("has words for every reason of the consent gate", () => {
    for (const reason of [...REFUSALS, "older_version", "address_owned_by_other"])
      expect(words(`runs.reason_words.${reason}`)).toMatch(/^[A-Z]/);
    expect(broken).toEqual([]);
  });
});

it("leaves details that are for those who look closer to the code", () => {
  expect(detailKey(failure("source.credential", "401"))).toBeNull();
  expect(detailKey(failure("run.crashed"))).toBeNull();
  expect(detailKey(failure("source.unreadable", "something"))).toBeNull();
});
