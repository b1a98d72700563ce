import { expect, test } from "vitest";
import type { RunBrief } from "@/lib/runner/lease-port";
import type { PublicationProver } from "@/lib/runner/ports";
import { provePublication } from "@/lib/runner/publication-proof";
import { RULE, World } from "../../support/world/world";

const world = new World();
const { prover } = world.ports;

/** A brief whose publication is proved, with these changes. */
function brief(change: (brief: RunBrief) => void = () => undefined): RunBrief {
  const made = structuredClone(world.state.run(world.request()).brief);
  change(made);
  return made;
}

const faultOf = (change: (brief: RunBrief) => void, by: PublicationProver = prover) => {
  const proof = provePublication(brief(change), by);
  return proof.ok ? null : proof.error;
};

test("control: what was published runs, also with another credential of the same ends", () => {
  expect(provePublication(brief(), prover)).toEqual({ ok: true, value: RULE });
});

test("a stored rule that differs from its digest does not run", () => {
  expect(faultOf(({ publication }) => Object.assign(publication, { rule: { ...RULE, badRecords: "stop" } }))).toBe(
    "digest_differs",
  );
});

test("stored ends that differ from the digest do not run", () => {
  expect(
    faultOf(({ publication }) => {
      publication.ends = { ...publication.ends, destination: { ...publication.ends.destination, identity: "org-2" } };
    }),
  ).toBe("digest_differs");
});

test("a publication that is not signed as this number of this sync does not run", () => {
  expect(faultOf(({ publication }) => Object.assign(publication, { number: 2 }))).toBe("signature_differs");
});

test("a sync that is not active does not run", () => {
  expect(faultOf(({ sync }) => Object.assign(sync, { state: "paused" }))).toBe("sync_inactive");
  expect(faultOf(({ sync }) => Object.assign(sync, { state: "draft" }))).toBe("sync_inactive");
});

test("an opt-out pass runs while the sync is paused, and no other time that it is inactive", () => {
  const pass = (state: "paused" | "draft") =>
    faultOf((one) => Object.assign(one, { kind: "opt_out", sync: { ...one.sync, state } }));
  expect([pass("paused"), pass("draft")]).toEqual([null, "sync_inactive"]);
});

test("a publication that is no longer the live one does not run", () => {
  expect(faultOf(({ sync }) => Object.assign(sync, { livePublicationId: "publication-2" }))).toBe("not_live");
});

test("connections must be usable, and the ones that were published", () => {
  expect(faultOf(({ source }) => Object.assign(source, { usable: false }))).toBe("source_connection_unusable");
  expect(faultOf(({ destination }) => Object.assign(destination, { usable: false }))).toBe(
    "destination_connection_unusable",
  );
  expect(faultOf(({ source }) => Object.assign(source, { id: "source-2" }))).toBe("source_identity_differs");
});

test("a token of another shop, or a key of another account, does not run", () => {
  expect(faultOf(({ source }) => Object.assign(source, { identity: "gid://shopify/Shop/2" }))).toBe(
    "source_identity_differs",
  );
  expect(faultOf(({ destination }) => Object.assign(destination, { identity: "org-2" }))).toBe(
    "destination_identity_differs",
  );
});
