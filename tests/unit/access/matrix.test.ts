import { expect, test } from "vitest";
import { ACTIONS, actionsFound, PAGES, pagesFound, ROUTES, routesFound } from "../../support/access-matrix";

/*
 * Guarantees that the matrix is whole: who may reach a new page, route or action is decided before it is there.
 */

test("every page, route and server action has an entry, and no entry is of something that is gone", () => {
  expect(pagesFound()).toEqual(Object.keys(PAGES).sort());
  expect(routesFound()).toEqual(Object.keys(ROUTES).sort());
  expect(actionsFound().sort()).toEqual(Object.keys(ACTIONS).sort());
});

test("every page below /w/ is for members alone", () => {
  const others = Object.entries({ ...PAGES, ...ROUTES }).filter(
    ([address, reach]) => address.includes("/w/[workspace]") && reach !== "member" && reach !== "editor",
  );
  expect(others).toEqual([]);
});
