import { getAccount } from "@/lib/sandbox/brevo/account";
import { problem } from "@/lib/sandbox/brevo/answers";
import { createAttribute, listAttributes } from "@/lib/sandbox/brevo/attributes";
import { createHook, listHooks, updateHook } from "@/lib/sandbox/brevo/hooks";
import type { ReadLag } from "@/lib/sandbox/brevo/lag";
import { createList, listLists } from "@/lib/sandbox/brevo/lists";
import { getProcess, importContacts, updateBatch } from "@/lib/sandbox/brevo/many-contacts";
import { getContact, listContacts } from "@/lib/sandbox/brevo/read-contacts";
import type { BrevoStore } from "@/lib/sandbox/brevo/store";
import { createContact, deleteContact, updateContact } from "@/lib/sandbox/brevo/write-contact";
import type { StandInAnswer, StandInRequest } from "@/lib/sandbox/contract";

/** What a route works on. `body` is the parsed JSON, or undefined. */
interface RouteContext {
  store: BrevoStore;
  lag: ReadLag;
  query: URLSearchParams;
  body: unknown;
}

export interface Route {
  /** `PUT /v3/contacts/{identifier}`: the call with its variable parts named, for counting. */
  template: string;
  /** Still encoded, as it stood in the path; only where the route names one contact. */
  identifier?: string;
  run(context: RouteContext): StandInAnswer;
}

/** Finds the route of a request; unknown paths and methods have one too, which refuses. */
export function findRoute({ method, path }: Pick<StandInRequest, "method" | "path">): Route {
  const [version, root, ...rest] = path.split("/").slice(1);
  if (version !== "v3") return refuse(method, path, 404);
  if (root === "account" && rest.length === 0) {
    return byMethod(method, "/v3/account", {
      get: ({ store }) => getAccount(store.settings.plan),
    });
  }
  if (root === "processes" && rest.length === 1) {
    return byMethod(method, "/v3/processes/{processId}", {
      get: ({ store }) => getProcess(store, rest[0] ?? ""),
    });
  }
  if (root === "webhooks" && rest.length <= 1) return findHookRoute(method, rest[0]);
  return root === "contacts" ? findContactRoute(method, path, rest) : refuse(method, path, 404);
}

function findHookRoute(method: string, id: string | undefined): Route {
  if (id !== undefined)
    return byMethod(method, "/v3/webhooks/{webhookId}", { put: ({ store, body }) => updateHook(store, id, body) });
  return byMethod(method, "/v3/webhooks", {
    get: ({ store }) => listHooks(store),
    post: ({ store, body }) => createHook(store, body),
  });
}

/** By method, in lower case. */
type Handlers = Readonly<Record<string, Route["run"]>>;

const COLLECTIONS: Readonly<Record<string, Handlers>> = {
  "": {
    get: ({ store, lag, query }) => listContacts(store, lag, query),
    post: ({ store, body }) => createContact(store, body),
  },
  "/lists": {
    get: ({ store, query }) => listLists(store, query),
    post: ({ store, body }) => createList(store, body),
  },
  "/attributes": { get: ({ store }) => listAttributes(store) },
  "/batch": { post: ({ store, body }) => updateBatch(store, body) },
  "/import": { post: ({ store, body }) => importContacts(store, body) },
};

function findContactRoute(method: string, path: string, rest: string[]): Route {
  const tail = rest.length === 0 ? "" : `/${rest.join("/")}`;
  const handlers = COLLECTIONS[tail];
  if (handlers) return byMethod(method, `/v3/contacts${tail}`, handlers);
  if (rest[0] === "attributes" && rest.length === 3) {
    const [, category = "", name = ""] = rest;
    return byMethod(method, "/v3/contacts/attributes/{attributeCategory}/{attributeName}", {
      post: ({ store, body }) => createAttribute(store, category, name, body),
    });
  }
  if (rest.length !== 1) return refuse(method, path, 404);
  const identifier = rest[0] ?? "";
  const route = byMethod(method, "/v3/contacts/{identifier}", {
    get: ({ store, lag, query }) => getContact(store, lag, identifier, query.get("identifierType")),
    delete: ({ store, query }) => deleteContact(store, identifier, query.get("identifierType")),
    put: ({ store, query, body }) => updateContact(store, identifier, query.get("identifierType"), body),
  });
  return { ...route, identifier };
}

function byMethod(method: string, template: string, handlers: Handlers): Route {
  const run = handlers[method.toLowerCase()];
  return run ? { template: `${method} ${template}`, run } : refuse(method, template, 405);
}

function refuse(method: string, path: string, status: 404 | 405): Route {
  const answer =
    status === 404
      ? problem(404, "document_not_found", "Route not found")
      : problem(405, "method_not_allowed", `${method} Method is not allowed on this path`);
  return {
    template: `${method} ${status === 404 ? "(unknown path)" : path}`,
    run: () => answer,
  };
}
