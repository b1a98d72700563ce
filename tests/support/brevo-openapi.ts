import { Ajv, type ValidateFunction } from "ajv";
import formats from "ajv-formats";
import { readShared } from "./shared";

type Schema = Record<string, unknown>;
interface Parameter {
  name: string;
  in: "path" | "query";
  schema: Schema;
}
interface Reply {
  $ref?: string;
  content?: Record<string, { schema: Schema }>;
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema & { properties?: Schema } }> };
  responses: Record<string, Reply>;
}
interface Definition {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Reply> };
}

/** Statuses seen from every endpoint though the definition names them for few or none (error-classification.json). Their body is `errorModel`. */
const OBSERVED_EVERYWHERE: ReadonlySet<number> = new Set([401, 402, 403, 404, 405, 425, 429, 500, 502, 503, 504]);

let loaded: { definition: Definition; ajv: Ajv } | undefined;
const compiled = new Map<string, ValidateFunction>();

function load(): { definition: Definition; ajv: Ajv } {
  if (loaded) return loaded;
  const definition = JSON.parse(readShared("api/brevo/openapi.json")) as Definition;
  const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes: false });
  formats.default(ajv);
  // ajv's own `email` is ASCII only; Brevo takes international addresses (APIv3-nodejs-library#47).
  ajv.addFormat("email", /^[^\s@]+@[^\s@]+\.[^\s@]+$/);
  ajv.addSchema({ $id: "brevo", ...definition });
  loaded = { definition, ajv };
  return loaded;
}

interface Match {
  template: string;
  operation: Operation;
  parameters: Record<string, string>;
}

/** Finds the operation; a path with fewer variable parts goes first, so `/contacts/lists` is no identifier. */
function findOperation(method: string, pathname: string): Match | undefined {
  const path = pathname.replace(/^\/v3(?=\/)/, "").split("/");
  const templates = Object.entries(load().definition.paths).sort(
    ([a], [b]) => a.split("{").length - b.split("{").length,
  );
  for (const [template, operations] of templates) {
    const parts = template.split("/");
    const fits = parts.length === path.length && parts.every((part, i) => part.startsWith("{") || part === path[i]);
    const operation = operations[method.toLowerCase()];
    if (!fits || !operation) continue;
    const variable = parts.flatMap((part, i) =>
      part.startsWith("{") ? [[part.slice(1, -1), path[i] ?? ""] as const] : [],
    );
    return { template, operation, parameters: Object.fromEntries(variable) };
  }
  return undefined;
}

/** References point into the definition, which is registered under the id `brevo`. */
function absolute(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"brevo#/'));
}

function check(key: string, schema: Schema, value: unknown): string[] {
  let validate = compiled.get(key);
  if (!validate) {
    validate = load().ajv.compile(absolute(schema) as Schema);
    compiled.set(key, validate);
  }
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => `${key}${error.instancePath} ${error.message ?? error.keyword}`);
}

/**
 * Checks a request against Brevo's definition: path, query and body. Stricter in one point: a body field the definition does not name is a problem.
 * @param path with or without `/v3`, with its query, still encoded @param body the parsed body; undefined when none is sent
 * @returns what is wrong, empty when nothing is
 */
export function validateBrevoRequest(method: string, path: string, body?: unknown): string[] {
  const url = new URL(path, "http://brevo.invalid");
  const match = findOperation(method, path.split("?")[0] ?? "");
  if (!match) return [`${method} ${url.pathname} is no operation of the definition`];
  const key = `${method} ${match.template}`;
  const problems = checkParameters(key, match, url.searchParams);
  const schema = match.operation.requestBody?.content["application/json"]?.schema;
  if (!schema) return body === undefined ? problems : [...problems, `${key} takes no body`];
  if (body === undefined) return [...problems, `${key} needs a body`];
  const known = new Set(Object.keys(schema.properties ?? {}));
  const fields = typeof body === "object" && body !== null ? Object.keys(body) : [];
  const unknown = known.size === 0 ? [] : fields.filter((field) => !known.has(field));
  return [
    ...problems,
    ...unknown.map((field) => `${key} has no field ${field}`),
    ...check(`${key} body`, schema, body),
  ];
}

function checkParameters(key: string, { operation, parameters }: Match, query: URLSearchParams): string[] {
  const defined = operation.parameters ?? [];
  const names = new Set(defined.filter((parameter) => parameter.in === "query").map((parameter) => parameter.name));
  const unknown = [...query.keys()].filter((name) => !names.has(name)).map((name) => `${key} has no parameter ${name}`);
  const wrong = defined.flatMap((parameter) => {
    const all = parameter.in === "query" ? query.getAll(parameter.name) : [parameters[parameter.name] ?? ""];
    // An identifier is "string or integer": as text it matches one branch, converted it would match none cleanly.
    if (all.length === 0 || "oneOf" in parameter.schema) return [];
    const isList = parameter.schema.type === "array";
    const isNumber = (isList ? (parameter.schema.items as Schema) : parameter.schema).type === "integer";
    const values = all.map((text) => (isNumber && /^-?\d+$/.test(text) ? Number(text) : text));
    return check(`${key} ${parameter.name}`, parameter.schema, isList ? values : values[0]);
  });
  return [...unknown, ...wrong];
}

/**
 * Checks an answer against the definition.
 * @param body the body as it came, parsed where it was JSON; "" or undefined when there was none
 * @returns what is wrong, empty when nothing is. A status the definition does not name for the operation passes only if it was observed everywhere.
 */
export function validateBrevoAnswer(method: string, path: string, status: number, body: unknown): string[] {
  const match = findOperation(method, path.split("?")[0] ?? "");
  const isEmpty = body === undefined || body === "";
  if (match) {
    const key = `${method} ${match.template} ${status}`;
    const named = match.operation.responses[String(status)];
    if (named) return checkReply(key, named, body, isEmpty);
  }
  if (!OBSERVED_EVERYWHERE.has(status)) return [`${method} ${path} never answers ${status}`];
  if (status === 429 && isEmpty) return [];
  return check("errorModel", { $ref: "#/components/schemas/errorModel" }, body);
}

function checkReply(key: string, reply: Reply, body: unknown, isEmpty: boolean): string[] {
  const name = reply.$ref?.split("/").at(-1);
  const resolved = name ? load().definition.components.responses[name] : reply;
  const schema = resolved?.content?.["application/json"]?.schema;
  if (!schema) return isEmpty ? [] : [`${key} has no body`];
  if (isEmpty) return key.endsWith(" 429") ? [] : [`${key} needs a body`];
  return check(key, schema, body);
}
