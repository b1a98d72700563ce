import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { type OutboundPolicy, PUBLIC_ONLY } from "@/lib/http/outbound";

const folder = path.resolve(import.meta.dirname, "loopback-tls");
const [cert, key] = ["cert.pem", "key.pem"].map((file) => readFileSync(path.join(folder, file), "utf8"));

/** The name in the certificate. */
export const HOOK_HOST = "hooks.shop-alerts.dev";
export const HOOK_URL = `https://${HOOK_HOST}/alerts?shop=1`;

export interface HookCall {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** A receiver over TLS on loopback, and the policy that reaches it: the product's own but for where the name leads, the port and the authority. */
export async function loopbackHook(answer: (response: ServerResponse, call: HookCall) => void) {
  const calls: HookCall[] = [];
  const server = https.createServer({ cert, key }, async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const call = { method: request.method ?? "", path: request.url ?? "", headers: request.headers, body };
    calls.push(call);
    answer(response, call);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const policy: OutboundPolicy = {
    ...PUBLIC_ONLY,
    resolve: async () => ["127.0.0.1"],
    mayReach: (address) => address === "127.0.0.1",
    port: (server.address() as AddressInfo).port,
    timeoutMs: 1_500,
    ca: cert ?? "",
  };
  return {
    calls,
    policy,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
