import type { SourceRecord } from "@/lib/rules/customer";
import type { ChunkFacts } from "@/lib/runner/delivery-port";
import type { Destination } from "@/lib/runner/destination-port";
import type { Source } from "@/lib/runner/reading-ports";
import type { Mutation } from "./mutations";
import { type Profile, profileOf } from "./profile";
import { complaints, runSeed } from "./seed";

/** A guard, taken out of the world around the runner, and what must notice. */
export interface GuardMutant {
  name: string;
  mutation: () => Mutation;
  /** Kinds of complaints of which at least one must come up. */
  noticedAs: readonly string[];
  /** Dimensions added to the base, where the guard is needed at all. */
  profile: string;
  /** What makes it needed more often than by chance. */
  more?: Partial<Profile>;
}

/** Record rows that never say what was applied. */
function forgetApplied(facts: ChunkFacts): ChunkFacts {
  const rows = new Map([...facts.rows].map(([id, row]) => [id, { ...row, appliedDigest: null }]));
  return { ...facts, rows };
}

/** A source whose reads by id show what they showed first: the consent of then. */
function readOnce(): (source: Source) => Source {
  const shown = new Map<string, SourceRecord>();
  return (source) => ({
    ...source,
    read: async (ids) => {
      const came = await source.read(ids);
      if (!came.ok) return came;
      for (const [id, record] of came.value.records) if (record && !shown.has(id)) shown.set(id, record);
      return {
        ok: true,
        value: {
          ...came.value,
          records: new Map([...came.value.records].map(([id, record]) => [id, record && (shown.get(id) ?? record)])),
        },
      };
    },
  });
}

const blind = (destination: Destination): Destination => ({
  ...destination,
  lookUp: async (input) => {
    const came = await destination.lookUp(input);
    return came.kind === "found" ? { ...came, matches: false } : came;
  },
});

export const GUARD_MUTANTS: readonly GuardMutant[] = [
  {
    name: "the epoch in the stores' statements",
    mutation: () => ({ storeGuards: { epoch: false } }),
    noticedAs: ["double_commit"],
    profile: "base",
  },
  {
    // A fresh read is asked for sooner than a fresh beat: alone, this guard would not be missed.
    name: "the age of the last beat beside the call",
    mutation: () => ({
      timing: {
        callWithinBeatMs: Number.POSITIVE_INFINITY,
        beatMs: Number.POSITIVE_INFINITY,
        rereadMs: Number.POSITIVE_INFINITY,
      },
      ignores: ["stale_read"],
    }),
    noticedAs: ["late_call"],
    profile: "base",
  },
  {
    name: "the comparison with what was applied last",
    mutation: () => ({
      deliveries: (store) =>
        new Proxy(store, {
          get: (target, method) =>
            method === "facts"
              ? async (...input: Parameters<typeof store.facts>) => forgetApplied(await target.facts(...input))
              : Reflect.get(target, method),
        }),
    }),
    noticedAs: ["repeat"],
    profile: "base",
  },
  {
    name: "claims of dead executions are drained",
    mutation: () => ({ storeGuards: { adoptsOpenClaims: false } }),
    noticedAs: ["blind_repeat"],
    profile: "base",
  },
  {
    name: "a doubt is read back before it is sent again",
    mutation: () => ({ destination: blind }),
    noticedAs: ["blind_repeat"],
    profile: "base",
  },
  {
    name: "consent as of the read by id",
    mutation: () => ({ source: readOnce() }),
    noticedAs: ["without_consent", "lost", "older over newer", "on the list", "not blocklisted"],
    profile: "base",
  },
  {
    name: "the read by id is fresh when the call leaves",
    mutation: () => ({ timing: { rereadMs: Number.POSITIVE_INFINITY } }),
    noticedAs: ["stale_read"],
    profile: "base",
  },
  {
    name: "one open claim per record and address",
    mutation: () => ({ storeGuards: { oneOpenClaim: false } }),
    noticedAs: ["two_open_claims"],
    profile: "base",
  },
  {
    name: "a run hears that a person published, paused or cancelled",
    mutation: () => ({ storeGuards: { stopsRuns: false } }),
    noticedAs: ["unwanted_call"],
    profile: "base",
    more: { peopleActs: 40 },
  },
  {
    name: "calls that were given up are looked for later",
    mutation: () => ({ timing: { recheckMs: [] } }),
    noticedAs: ["older over newer", "on the list", "lost"],
    profile: "base",
    more: { doubt: 0.25, lateEffects: 1 },
  },
  {
    name: "the margin below the walk's start",
    mutation: () => ({ timing: { marginMs: -30 * 60_000 } }),
    noticedAs: ["bookmark_ahead", "lost", "older over newer"],
    profile: "base",
  },
  {
    name: "the overlap below the bookmark",
    mutation: () => ({ timing: { overlapMs: -10 * 60_000 } }),
    noticedAs: ["bookmark_ahead", "lost", "older over newer", "on the list", "not blocklisted"],
    profile: "base",
  },
  {
    name: "R6: the walk is held against the index",
    mutation: () => ({
      source: (source) => {
        const { span: _none, ...rest } = source;
        return rest;
      },
    }),
    noticedAs: ["false_green", "bookmark_ahead"],
    profile: "base+reading",
  },
];

/** The first seed in which something notices that the guard is gone, and is silent while it stands; null when nothing does. */
export async function firstNotice(
  mutant: GuardMutant,
  atMost: number,
): Promise<{ seed: number; complaint: string } | null> {
  const profile = { ...profileOf(mutant.profile), ...mutant.more };
  for (let seed = 1; seed <= atMost; seed++) {
    const report = await runSeed(seed, profile, { mutation: mutant.mutation() });
    const complaint = complaints(report).find((one) => mutant.noticedAs.some((kind) => one.startsWith(kind)));
    if (complaint === undefined) continue;
    const control = complaints(await runSeed(seed, profile));
    if (control.length === 0) return { seed, complaint };
  }
  return null;
}
