// Imports go one way: kernel ← rules ← runner ← (connectors, db, watch, alerts) ← use-cases ← (inngest, app).
// tests/unit/boundaries.test.ts breaks each rule once and sees it bite.

/** Folders of lib by name, as a pattern. */
const lib = (...names) => `^lib/(${names.join("|")})(/|\\.ts$)`;
/** Code of ours. */
const ours = "^(app|components|lib|inngest|scripts|tests|drizzle)/";
const pure = lib("kernel", "rules", "runner");

const layer = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: "error",
  from: { path: from },
  to: { path: ours, pathNot: allowed },
});

const forbid = (name, from, to, comment) => ({ name, comment, severity: "error", from, to });

export default {
  forbidden: [
    forbid(
      "no-circular",
      { pathNot: "^lib/db/schema/" },
      { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
      "Two files that need each other are one file, or miss a third. Types may, and tables that point at each other.",
    ),
    forbid(
      "no-unresolvable",
      {},
      { couldNotResolve: true, pathNot: "\\.css$" },
      "An import of something that is not there.",
    ),
    layer("kernel-is-the-ground", lib("kernel"), lib("kernel"), "The kernel imports nothing of ours."),
    layer("rules-on-kernel", lib("rules"), lib("kernel", "rules"), "Rules know the kernel alone."),
    layer(
      "runner-on-rules",
      lib("runner"),
      pure,
      "The six rules know rules and kernel alone; the rest comes through ports.",
    ),
    forbid(
      "pure-without-packages",
      { path: pure },
      { path: "node_modules/", pathNot: "node_modules/(zod|canonicalize|croner|libphonenumber-js|p-limit)/" },
      "Pure code imports no framework, database or engine. A new pure package is a decision: name it here.",
    ),
    forbid(
      "pure-without-io",
      { path: pure },
      { dependencyTypes: ["core"], pathNot: "^(node:)?(crypto|buffer|util|assert)$" },
      "No files, sockets, timers or processes: they come through ports. Hashing is fine.",
    ),
    forbid(
      "adapters-below-use-cases",
      { path: lib("connectors", "db", "watch", "alerts") },
      { path: `^(app|components|inngest)/|${lib("use-cases", "composition", "demo")}` },
      "Adapters serve use-cases and never call them.",
    ),
    forbid(
      "use-cases-below-transport",
      { path: lib("use-cases", "http", "auth", "i18n", "env") },
      { path: "^(app|components|inngest)/" },
      "What is called by pages and by the engine knows neither.",
    ),
    forbid(
      "engine-without-pages",
      { path: "^inngest/" },
      { path: "^(app|components)/" },
      "The engine runs without Next.",
    ),
    forbid(
      "engine-without-next",
      { path: "^inngest/" },
      { path: "node_modules/(next|react|react-dom|next-intl)/" },
      "The worker is a plain Node process.",
    ),
    forbid(
      "components-without-data",
      { path: "^components/" },
      { path: `^(app|inngest)/|${lib("db", "connectors", "alerts", "composition", "env", "sandbox", "demo")}` },
      "Components get plain data from pages.",
    ),
    layer(
      "app-is-thin",
      "^app/",
      `^(app|components|inngest)/|${lib("use-cases", "i18n", "http", "auth", "composition", "kernel", "rules")}`,
      "Pages parse, call a use-case and render.",
    ),
    forbid(
      "sandbox-apart",
      { pathNot: `^(scripts|tests|lib/use-cases/sandbox)/|${lib("sandbox", "demo")}` },
      { path: lib("sandbox", "demo") },
      "No production code knows that the stand-ins exist: only base URLs differ.",
    ),
    layer(
      "sandbox-on-its-own",
      lib("sandbox"),
      lib("sandbox", "kernel"),
      "A stand-in that shares code with what it tests agrees with its faults.",
    ),
    forbid(
      "engine-behind-one-route",
      { path: "^app/", pathNot: "^app/api/inngest/" },
      { path: "^inngest/" },
      "Pages request runs through use-cases; the engine is reached by its route alone.",
    ),
    forbid(
      "no-test-code",
      { path: "^(app|components|inngest|lib)/" },
      { path: "^tests/" },
      "Tests import code, never the reverse.",
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
