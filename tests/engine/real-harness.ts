import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { Inngest } from "inngest";
import { serve } from "inngest/node";
import { buildSample } from "./sample-functions";

/** How long a real server is given: two ticks of a minute, and its backoff of 15 s and more. */
const PATIENCE_MS = 180_000;

/**
 * The sample functions on a real server in dev mode (`inngest dev`), which calls them over HTTP on loopback.
 * Each start is an app of its own name, so that runs of an earlier one are not mistaken for its own.
 */
export async function startReal(baseUrl: string) {
  const client = new Inngest({
    id: `conformance-${Date.now()}`,
    isDev: true,
    baseUrl,
    checkpointing: false,
  });
  const { functions, log } = buildSample(client);
  const server = createServer(serve({ client, functions }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const registered = await fetch(`http://127.0.0.1:${port}/api/inngest`, {
    method: "PUT",
  });
  if (!registered.ok) throw new Error(`The server at ${baseUrl} did not register the app: ${await registered.text()}`);
  return {
    log,
    send: async (event: { name: string; id?: string; data?: Record<string, unknown> }) =>
      void (await client.send(event)),
    async until(done: () => boolean) {
      for (const endMs = Date.now() + PATIENCE_MS; !done(); await wait(100))
        if (Date.now() > endMs) throw new Error(`Not so within ${PATIENCE_MS} ms.`);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
