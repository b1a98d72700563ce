import type { ContactPayload } from "@/lib/rules/payload";
import type { SeedData } from "@/lib/sandbox/brevo/seed";
import { connectBrevo, openSandbox } from "./connector-stand-ins";

const text = (name: string) => ({ name, category: "normal", type: "text" }) as const;
const SEED: SeedData = {
  lists: Array.from({ length: 60 }, (_, index) => ({ id: index + 1, name: `List ${index + 1}`, folderId: 1 })),
  attributes: [
    text("FIRSTNAME"),
    text("SMS"),
    { name: "IS_VIP", category: "normal", type: "boolean" },
    { name: "DOB", category: "normal", type: "date" },
    { name: "SPENT", category: "normal", type: "float" },
    {
      name: "GENDER",
      category: "category",
      type: "text",
      enumeration: [{ value: 0, valueStr: "w", label: "Women" }],
    },
  ],
};
export const PAYLOAD: ContactPayload = { attributes: { FIRSTNAME: "Ann" }, listIds: [9], unlinkListIds: [] };
export const ANN = { by: "address", address: "Ann@Example.com" } as const;

/** An account with sixty lists and one attribute of each type, and a destination that writes to it. */
export async function openAccount(more: Parameters<typeof connectBrevo>[1] = {}) {
  const opened = await openSandbox();
  opened.sandbox.brevo.seed(SEED);
  const connected = connectBrevo(opened.sandbox, more);
  const write = (target: { by: "address"; address: string } | { by: "id"; id: string }, payload = PAYLOAD) =>
    connected.destination.write({ target, payload, deliveryKey: "k" });
  const lookUp = (payload = PAYLOAD, target: Parameters<typeof write>[0] = ANN) =>
    connected.destination.lookUp({ target, payload });
  return { ...opened, ...connected, ...opened.sandbox, write, lookUp };
}
