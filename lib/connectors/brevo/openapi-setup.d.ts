/*
 * Made as openapi.d.ts was (see its head), for the calls that set an account up and never carry a contact: attributes, lists, webhooks. Answers are `unknown`.
 * Written by hand, since the definition of 2026-02 leaves it out: deleting a contact (developers.brevo.com/reference/delete-contact), and the identifier's type.
 */

export interface paths {
  "/contacts/{identifier}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete: operations["deleteContact"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/contacts/attributes/{attributeCategory}/{attributeName}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations["createAttribute"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/contacts/lists": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations["createList"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/webhooks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations["getWebhooks"];
    put?: never;
    post: operations["createWebhook"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/webhooks/{webhookId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put: operations["updateWebhook"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface operations {
  deleteContact: {
    parameters: {
      query: { identifierType: "contact_id" };
      header?: never;
      path: { identifier: string };
      cookie?: never;
    };
    requestBody?: never;
    responses: { 204: { headers: { [name: string]: unknown }; content?: never } };
  };
  createAttribute: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        attributeCategory: "normal" | "transactional" | "category" | "calculated" | "global";
        attributeName: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          enumeration?: {
            label: string;
            value: number;
          }[];
          isRecurring?: boolean;
          multiCategoryOptions?: string[];
          /** @enum {string} */
          type?: "text" | "date" | "float" | "boolean" | "id" | "category" | "multiple-choice" | "user";
          value?: string;
        };
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createList: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** Format: int64 */
          folderId: number;
          name: string;
        };
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getWebhooks: {
    parameters: {
      query?: {
        type?: "marketing" | "transactional" | "inbound";
        sort?: "asc" | "desc";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": unknown;
        };
      };
      400: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          auth?: {
            token?: string;
            type?: string;
          };
          batched?: boolean;
          /**
           * @default email
           * @enum {string}
           */
          channel?: "sms" | "email";
          description?: string;
          domain?: string;
          events: (
            | "sent"
            | "hardBounce"
            | "softBounce"
            | "blocked"
            | "spam"
            | "delivered"
            | "request"
            | "click"
            | "invalid"
            | "deferred"
            | "opened"
            | "uniqueOpened"
            | "unsubscribed"
            | "listAddition"
            | "contactUpdated"
            | "contactDeleted"
            | "inboundEmailProcessed"
            | "reply"
          )[];
          headers?: {
            key?: string;
            value?: string;
          }[];
          /**
           * @default transactional
           * @enum {string}
           */
          type?: "transactional" | "marketing" | "inbound";
          /** Format: url */
          url: string;
        };
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        webhookId: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          auth?: {
            token?: string;
            type?: string;
          };
          batched?: boolean;
          description?: string;
          domain?: string;
          events?: (
            | "sent"
            | "hardBounce"
            | "softBounce"
            | "blocked"
            | "spam"
            | "delivered"
            | "request"
            | "click"
            | "invalid"
            | "deferred"
            | "opened"
            | "uniqueOpened"
            | "unsubscribed"
            | "listAddition"
            | "contactUpdated"
            | "contactDeleted"
            | "inboundEmailProcessed"
            | "reply"
          )[];
          headers?: {
            key?: string;
            value?: string;
          }[];
          /** Format: url */
          url?: string;
        };
      };
    };
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      404: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
