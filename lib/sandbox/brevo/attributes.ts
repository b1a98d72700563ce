import { empty, invalid, json, missing, problem } from "@/lib/sandbox/brevo/answers";
import type { AttributeCategory, StoredAttribute } from "@/lib/sandbox/brevo/contact";
import { type AttributeBody, parseBody, SCHEMAS } from "@/lib/sandbox/brevo/contact-body";
import type { BrevoStore } from "@/lib/sandbox/brevo/store";
import type { StandInAnswer } from "@/lib/sandbox/contract";

const CATEGORIES: readonly string[] = ["normal", "transactional", "category", "calculated", "global"];

/** `GET /contacts/attributes`: all of them, unpaged. */
export function listAttributes(store: BrevoStore): StandInAnswer {
  return json(200, { attributes: [...store.attributes.values()] });
}

/** `POST /contacts/attributes/{category}/{name}`: 201 without a body. Names are stored in capitals. */
export function createAttribute(store: BrevoStore, category: string, segment: string, sent: unknown): StandInAnswer {
  if (!CATEGORIES.includes(category)) return invalid("Invalid attribute category");
  const parsed = parseBody(SCHEMAS.attribute, sent);
  if ("refusal" in parsed) return parsed.refusal;
  const name = segment.toUpperCase();
  if (!/^[A-Z][A-Z0-9_]*$/.test(name)) return invalid("Invalid attribute name");
  if (store.attributes.has(name)) return problem(400, "duplicate_parameter", "Attribute name must be unique");
  const built = buildAttribute(name, category as AttributeCategory, parsed.body);
  if ("refusal" in built) return built.refusal;
  store.commit({ kind: "attribute-put", attribute: built.attribute });
  return empty(201);
}

type Built = { attribute: StoredAttribute } | { refusal: StandInAnswer };

/** Which fields go with which category: descriptions of the request body in the definition. */
function buildAttribute(name: string, category: AttributeCategory, body: AttributeBody): Built {
  switch (category) {
    case "category": {
      if (!body.enumeration?.length) return { refusal: missing("enumeration is missing") };
      const enumeration = body.enumeration.map(({ value, label }) => ({
        value,
        valueStr: String(value),
        label,
      }));
      return { attribute: { name, category, type: "text", enumeration } };
    }
    case "calculated":
    case "global":
      return body.value
        ? { attribute: { name, category, calculatedValue: body.value } }
        : { refusal: missing("value is missing") };
    case "normal":
    case "transactional": {
      const { type } = body;
      if (!type) return { refusal: missing("type is missing") };
      const transactional = category === "transactional";
      const misplaced = transactional ? type === "user" || type === "multiple-choice" : type === "id";
      if (type === "category" || misplaced) return { refusal: invalid("Invalid type for this category") };
      if (type !== "multiple-choice") return { attribute: { name, category, type } };
      if (!body.multiCategoryOptions?.length) return { refusal: missing("multiCategoryOptions is missing") };
      return {
        attribute: {
          name,
          category,
          type,
          multiCategoryOptions: body.multiCategoryOptions,
        },
      };
    }
  }
}
