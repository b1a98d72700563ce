import { expect, test } from "vitest";
import { RULE, World } from "../../../support/world/world";
import { fill } from "./filled-worlds";

/*
 * Cases from the field: each test is named after its id in ../shared/cases/unattended.json and says the symptom's opposite.
 */

test("P19: after a restart the run proves its digest: an edit that went past publishing does not run", async () => {
  const world = fill(new World(), 3);
  const runId = world.request();
  const { brief } = world.state.run(runId);
  brief.publication = { ...brief.publication, rule: { ...RULE, lists: [{ id: 9, name: "Other", marketing: true }] } };
  expect(await world.drive(runId)).toMatchObject({
    brief: { state: "failed" },
    failure: { code: "publication.invalid", detail: "digest_differs" },
  });
  expect(world.account.journal).toEqual([]);
});
