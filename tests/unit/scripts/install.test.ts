import { expect, test } from "vitest";
import { isInstalled } from "../../../scripts/lib/install.mjs";

const wanted = {
  "": { version: "0.1.0" },
  "node_modules/zod": { version: "4.6.7", integrity: "sha512-a" },
  "node_modules/@esbuild/sunos-x64": { version: "1.0.0", integrity: "sha512-b", optional: true },
  "node_modules/ours": { resolved: "vendor/ours", link: true },
  "vendor/ours": { version: "1.0.0" },
};
const have = { "node_modules/zod": wanted["node_modules/zod"], "node_modules/ours": wanted["node_modules/ours"] };

test("complete without the packages of other platforms", () => {
  expect(isInstalled(wanted, have)).toBe(true);
});

test.each([
  ["a missing package", { "node_modules/ours": have["node_modules/ours"] }],
  ["another version", { ...have, "node_modules/zod": { version: "4.6.6", integrity: "sha512-a" } }],
  ["another content", { ...have, "node_modules/zod": { version: "4.6.7", integrity: "sha512-c" } }],
  ["a package where a link belongs", { ...have, "node_modules/ours": { version: "1.0.0" } }],
  [
    "an old optional package",
    { ...have, "node_modules/@esbuild/sunos-x64": { version: "0.9.0", integrity: "sha512-b" } },
  ],
])("%s asks for an install", (_, found) => {
  expect(isInstalled(wanted, found)).toBe(false);
});
