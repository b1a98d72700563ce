import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSandboxControl } from "@/lib/sandbox/client";
import { serveStandIns } from "@/lib/sandbox/frame";
import { type ExportContent, readExport } from "@/lib/sandbox/shopify/export-csv";
import { createShopifyStandIn, type ShopifyStandIn } from "@/lib/sandbox/shopify/stand-in";
import { sharedDir } from "@/tests/support/shared";

const root = path.resolve(import.meta.dirname, "../..");
const file = path.join(sharedDir ?? "", "data/customers_export.csv");
const CONTROL_SECRET = "a-secret-of-the-tests";

const where = <T>(items: readonly T[], is: (item: T) => boolean) => items.filter(is).length;

// Every figure below was counted by another reader (Python's csv module) from the same file.
describe.runIf(sharedDir)("the sample export", () => {
  let content: ExportContent;

  beforeAll(() => {
    const outcome = readExport(fs.readFileSync(file), "2026-01-31T00:00:00Z");
    if (outcome.kind !== "content") throw new Error(outcome.reason);
    content = outcome.content;
  });

  it("has 3,002 rows: 3,000 that load and 2 with the wrong number of columns", () => {
    expect([content.rowsRead, content.customers.length]).toEqual([3_002, 3_000]);
    expect(content.badRows).toEqual([
      { line: 1_079, reason: "it has 4 columns where 20 were expected" },
      { line: 1_622, reason: "it has 35 columns where 20 were expected" },
    ]);
  });

  it("has the addresses, phones and consents that were counted", () => {
    const { customers, notes } = content;
    expect(notes).toEqual({
      "no-address": 87,
      "address-malformed": 45,
      "address-trimmed": 39,
      "phone-unreadable": 318,
    });
    expect(where(customers, ({ email }) => email?.marketingState === "SUBSCRIBED")).toBe(1_421);
    expect(where(customers, ({ email }) => email?.marketingUpdatedAt != null)).toBe(1_421);
    expect(where(customers, ({ phone }) => phone != null)).toBe(1_810);
    expect(where(customers, ({ phone }) => phone?.marketingState === "SUBSCRIBED")).toBe(601);
    expect(where(customers, ({ phone }) => phone?.number.startsWith("'") === true)).toBe(0);
  });

  it("has the ids, names, notes, tags, places and sums that were counted", () => {
    const { customers } = content;
    expect(where(customers, ({ id }) => BigInt(id) > 2n ** 53n)).toBe(54);
    expect(where(customers, ({ firstName }) => firstName === '=HYPERLINK("x")')).toBe(85);
    expect(where(customers, ({ note }) => note?.includes("\n") === true)).toBe(261);
    expect([0, 1, 2, 3].map((size) => where(customers, ({ tags }) => tags?.length === size))).toEqual([
      585, 1_217, 619, 579,
    ]);
    expect(where(customers, ({ address }) => address != null)).toBe(2_706);
    expect(customers.reduce((sum, { numberOfOrders = 0 }) => sum + numberOfOrders, 0)).toBe(58_744);
    expect(customers.reduce((sum, { amountSpent }) => sum + Number(amountSpent?.amount), 0)).toBeCloseTo(
      51_502_287.39,
      2,
    );
  });
});

describe.runIf(sharedDir)("npm run sandbox:load", () => {
  let controlUrl: string;
  let close: () => Promise<void>;
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "nightpost-load-"));

  beforeAll(async () => {
    const frame = await serveStandIns<{ shopify: ShopifyStandIn }>(
      { shopify: createShopifyStandIn },
      { apiPort: 0, controlPort: 0, controlSecret: CONTROL_SECRET },
    );
    ({ controlUrl, close } = frame);
    fs.writeFileSync(path.join(dir, "status.json"), JSON.stringify({ sandboxControlUrl: controlUrl }));
    fs.writeFileSync(path.join(dir, "secrets.json"), JSON.stringify({ SANDBOX_CONTROL_SECRET: CONTROL_SECRET }));
  });

  afterAll(async () => {
    await close();
    fs.rmSync(dir, { recursive: true });
  });

  function run(args: string[], dataDir = dir): Promise<{ code: number; out: string; err: string }> {
    const { SANDBOX_CONTROL_URL: _url, SANDBOX_CONTROL_SECRET: _secret, ...rest } = process.env;
    const env = { ...rest, NIGHTPOST_DATA_DIR: dataDir };
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        ["--import", "tsx", "scripts/sandbox-load.ts", ...args],
        { cwd: root, env },
        (error, out, err) => {
          resolve({ code: typeof error?.code === "number" ? error.code : 0, out, err });
        },
      );
    });
  }

  const truth = () => createSandboxControl({ controlUrl, secret: CONTROL_SECRET }).shopify.truth();

  it("adds the customers to those who are there, and says that their consent cannot be proved", async () => {
    const { shopify } = createSandboxControl({ controlUrl, secret: CONTROL_SECRET });
    await shopify.createCustomer({ id: "42" });
    const { code, out } = await run([file]);
    expect(code).toBe(0);
    expect(out).toContain("3002 rows read = 3000 loaded + 2 bad\n  line 1079: ");
    expect(out).toContain("Nightpost will refuse every one of them");
    const { customers } = await truth();
    expect(customers).toHaveLength(3_001);
    expect(customers.filter(({ email }) => email?.marketingUpdatedAt != null)).toEqual([]);
  });

  it("with a date and --replace, dates the yes-rows and leaves nobody else", async () => {
    const { code, out } = await run([file, "--consent-date", "2026-01-31", "--replace"]);
    expect(code).toBe(0);
    expect(out).toContain("0 customers are new, 3000 were there before; all others were removed");
    const { customers, deletedIds } = await truth();
    expect([customers.length, deletedIds]).toEqual([3_000, ["42"]]);
    expect(customers.filter(({ email }) => email?.marketingUpdatedAt === "2026-01-31T00:00:00Z")).toHaveLength(1_421);
  });

  it.each([
    ["no file", []],
    ["a file that is not there", ["no-such.csv"]],
    ["a file that is no export", ["package.json"]],
    ["a day that is none", [file, "--consent-date", "2026-02-30"]],
    ["a day to come", [file, "--consent-date", "2999-01-01"]],
    ["an unknown option", [file, "--force"]],
  ])("%s: exit 2, and nothing is loaded", async (_, args) => {
    const before = await truth();
    const { code, err, out } = await run(args);
    expect([code, out]).toEqual([2, ""]);
    expect(err.trim()).not.toBe("");
    expect(err).not.toContain("    at ");
    expect(await truth()).toEqual(before);
  });

  it("without a running sandbox: exit 1, and how to start one", async () => {
    const { code, err } = await run([file], path.join(dir, "elsewhere"));
    expect(code).toBe(1);
    expect(err).toContain("npm start");
  });
});
