import { defineConfig } from "vitest/config";

/** The tests that Stryker asks about a mutant: those of the two pure parts, which need neither Postgres nor a browser. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: { include: ["tests/{unit,property}/{runner,rules}/**/*.test.ts"] },
});
