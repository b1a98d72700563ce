import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type AuditFact, type ChainedFact, type ChainHead, chain, hashBefore, hashOf } from "@/lib/db/audit-chain";
import { type BrokenAt, ChainVerifier } from "@/lib/db/verify-chain";

const KEY = Buffer.alloc(32, 5);
const WORKSPACE = "11111111-1111-4111-8111-111111111111";

const factOf = (index: number, details: Record<string, unknown>): AuditFact => ({
  ...{ id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`, workspaceId: WORKSPACE },
  ...{ atMs: 1_700_000_000_000 + index, actorKind: "user", actorId: `actor-${index % 3}` },
  ...{ verb: `sync.verb_${index % 4}`, subjectKind: "sync", subjectId: `sync-${index % 5}`, details },
});

function chainOf(facts: readonly AuditFact[], key = KEY): ChainedFact[] {
  let end = { seq: 0, hash: hashBefore(WORKSPACE, []) };
  return facts.map((fact) => {
    end = chain(key, end, fact);
    return end as ChainedFact;
  });
}

interface Stored {
  entries: ChainedFact[];
  head: { seq: number; hash: string } | null;
}

function verify({ entries, head }: Stored, kept: readonly ChainHead[] = []): BrokenAt | null {
  const verifier = new ChainVerifier(KEY, WORKSPACE, [], kept);
  for (const entry of entries) {
    const broken = verifier.follow(entry);
    if (broken) return broken;
  }
  return verifier.end(head);
}

const storedOf = (entries: ChainedFact[]): Stored => {
  const last = entries.at(-1);
  return { entries, head: last ? { seq: last.seq, hash: last.hash } : null };
};

/** Hashes, links and places made anew, as somebody could who writes to the database and knows how chains are made, but not the key. */
function relinked(entries: readonly ChainedFact[]): Stored {
  let prevHash = hashBefore(WORKSPACE, []);
  const anew = entries.map((entry, index) => {
    const hash = hashOf(prevHash, index + 1, entry);
    const linked = { ...entry, seq: index + 1, prevHash, hash };
    prevHash = hash;
    return linked;
  });
  return storedOf(anew);
}

const FIELDS = ["id", "atMs", "actorKind", "actorId", "verb", "subjectKind", "subjectId", "details", "hash"] as const;
type Field = (typeof FIELDS)[number] | "seal" | "prevHash" | "seq";

const changed = (value: unknown): unknown => {
  if (typeof value === "number") return value + 1;
  if (typeof value === "object") return { ...value, added: true };
  return createHash("sha256").update(String(value)).digest("hex");
};

type Tamper = (stored: Stored, at: number, other: number) => Stored;

const edit =
  (field: Field, finish: (entries: ChainedFact[]) => Stored = storedOf): Tamper =>
  ({ entries }, at) =>
    finish(entries.map((entry, index) => (index === at ? { ...entry, [field]: changed(entry[field]) } : entry)));

const TAMPERS: Record<string, Tamper> = {
  ...Object.fromEntries([...FIELDS, "seal", "prevHash", "seq"].map((field) => [`edit ${field}`, edit(field as Field)])),
  ...Object.fromEntries(FIELDS.slice(0, 8).map((field) => [`edit ${field} and hash anew`, edit(field, relinked)])),
  "delete one": ({ entries, head }, at) => ({ entries: entries.filter((_, index) => index !== at), head }),
  "delete one and hash anew": ({ entries }, at) => relinked(entries.filter((_, index) => index !== at)),
  "cut the end off": ({ entries, head }, at) => ({ entries: entries.slice(0, at), head }),
  "cut the beginning off": ({ entries, head }, at) => ({ entries: entries.slice(at + 1), head }),
  "swap two": ({ entries, head }, at, other) => {
    const swapped = [...entries];
    const [a, b] = [swapped[at], swapped[other]];
    if (a && b)
      [swapped[at], swapped[other]] = [
        { ...b, seq: a.seq },
        { ...a, seq: b.seq },
      ];
    return { entries: swapped, head };
  },
  "swap two and hash anew": ({ entries }, at, other) => {
    const swapped = [...entries];
    const [a, b] = [swapped[at], swapped[other]];
    if (a && b) [swapped[at], swapped[other]] = [b, a];
    return relinked(swapped);
  },
  "insert a copy and hash anew": ({ entries }, at) =>
    relinked([...entries.slice(0, at), ...entries.slice(at, at + 1), ...entries.slice(at)]),
  "say that the end is earlier": ({ entries }, at) => ({
    entries,
    head: { seq: at, hash: entries[at - 1]?.hash ?? "" },
  }),
  "empty it": () => ({ entries: [], head: null }),
};

const details = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)), {
  maxKeys: 3,
});
const histories = fc.array(details, { minLength: 2, maxLength: 12 });

test("a chain that nobody touched is whole, and its head is the last entry's", () => {
  fc.assert(
    fc.property(histories, (list) => {
      const stored = storedOf(chainOf(list.map((one, index) => factOf(index, one))));
      expect(verify(stored)).toBeNull();
      expect(verify(JSON.parse(JSON.stringify(stored)))).toBeNull();
    }),
  );
});

test("each of 1,000 random tampers is found, and the entry named is not after the first that was touched", () => {
  const found = new Map<string, number>();
  fc.assert(
    fc.property(histories, fc.constantFrom(...Object.keys(TAMPERS)), fc.nat(), fc.nat(), (list, name, a, b) => {
      const stored = storedOf(chainOf(list.map((one, index) => factOf(index, one))));
      const at = a % list.length;
      const other = (at + 1 + (b % (list.length - 1))) % list.length;
      const tampered = TAMPERS[name]?.(stored, at, other) ?? stored;
      const broken = verify(tampered);
      const cutWithItsHead = name === "delete one and hash anew" && at === list.length - 1;
      if (!cutWithItsHead) expect(broken, name).not.toBeNull();
      const last = stored.entries.at(-1);
      if (last) expect(verify(tampered, [{ ...last }]), name).not.toBeNull();
      // "Not after": what follows the place where it was touched may be what shows it, by one.
      if (name.startsWith("edit")) expect(broken?.seq, name).toBeLessThanOrEqual(at + 2);
      found.set(name, (found.get(name) ?? 0) + 1);
    }),
    { numRuns: 1_000 },
  );
  expect([...found.values()].reduce((sum, count) => sum + count)).toBe(1_000);
  expect(found.size).toBe(Object.keys(TAMPERS).length);
});

test("a whole chain that was cut back together with its head is found by a head that was kept elsewhere, and only by it", () => {
  const entries = chainOf([1, 2, 3, 4].map((n) => factOf(n, {})));
  const last = entries[3];
  if (!last) throw new Error("no entry");
  const kept: ChainHead = { workspaceId: WORKSPACE, seq: 4, hash: last.hash, seal: last.seal };
  const cut = storedOf(entries.slice(0, 2));
  expect(verify(cut)).toBeNull();
  expect(verify(cut, [kept])).toMatchObject({ fault: "cut_off_since_kept", seq: 3 });
  expect(verify(storedOf(entries), [kept])).toBeNull();
  expect(verify(storedOf(entries), [{ ...kept, hash: "0".repeat(64) }])).toMatchObject({ fault: "kept_head_forged" });
});

test("another history under the same key is found by a kept head", () => {
  const entries = chainOf([1, 2, 3].map((n) => factOf(n, {})));
  const last = entries[2];
  if (!last) throw new Error("no entry");
  const other = chainOf([1, 2, 9].map((n) => factOf(n, {})));
  const kept: ChainHead = { workspaceId: WORKSPACE, seq: 3, hash: last.hash, seal: last.seal };
  expect(verify(storedOf(other))).toBeNull();
  expect(verify(storedOf(other), [kept])).toMatchObject({ fault: "kept_head_differs", seq: 3 });
});
