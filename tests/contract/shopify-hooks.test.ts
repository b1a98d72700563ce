import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { parseWithBigIds, readHookPayload } from "@/lib/connectors/shopify/hook-payload";
import { HOOK_TOPICS, type HookTopic } from "@/lib/connectors/shopify/hook-topics";
import { readShared, sharedDir } from "../support/shared";

/* Every payload that the vendor's schema allows at its barest is understood: a sample is made from each schema, proved against it, and read. */

interface Schema {
  type?: string | string[];
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | false;
  anyOf?: Schema[];
}

const FOLDER = "api/shopify/webhook-schemas";
const fileOf = (topic: string) => `${FOLDER}/${topic.replace("/", ".")}.json`;
const isThere = (file: string) => sharedDir !== undefined && existsSync(path.join(sharedDir, file));
const ajv = new Ajv2020({ strict: false });
addFormats(ajv);

const TEXTS: Record<string, string> = {
  email: "person@shop.example",
  "date-time": "2026-11-30T08:00:00-05:00",
  uri: "gid://shopify/Customer/9007199254740993",
  hostname: "shop.example",
  ipv4: "192.0.2.1",
};

/** The least that the schema allows: what is required, null where it may be. */
function sample(schema: Schema): unknown {
  if (schema.anyOf?.[0]) return sample(schema.anyOf[0]);
  const types = [schema.type ?? "object"].flat();
  if (types.includes("null")) return null;
  switch (types[0]) {
    case "string":
      return TEXTS[schema.format ?? ""] ?? "text";
    case "integer":
    case "number":
      return 7;
    case "boolean":
      return true;
    case "array":
      return [];
    default: {
      const required = schema.required ?? [];
      return Object.fromEntries(required.map((name) => [name, sample(schema.properties?.[name] ?? {})]));
    }
  }
}

describe.runIf(sharedDir)("Shopify's webhook payloads", () => {
  it.each((Object.keys(HOOK_TOPICS) as HookTopic[]).filter((topic) => isThere(fileOf(topic))))(
    "%s: the barest payload of its schema is understood",
    (topic) => {
      const schema = JSON.parse(readShared(fileOf(topic))) as Schema;
      const payload = sample(schema);
      const validate = ajv.compile(schema);
      expect(validate(payload), JSON.stringify(validate.errors)).toBe(true);
      expect(readHookPayload(topic, parseWithBigIds(JSON.stringify(payload)))).not.toBeNull();
    },
  );

  it("covers every topic that there is a schema for, but bulk operations, which we do not use", () => {
    const known = readdirSync(path.join(sharedDir ?? "", FOLDER)).map((file) => file.replace(/\.json$/, ""));
    const ours = Object.keys(HOOK_TOPICS).map((topic) => topic.replace("/", "."));
    expect(known.filter((topic) => !ours.includes(topic))).toEqual(["bulk_operations.finish"]);
  });
});
