import net from "node:net";
import { afterEach, expect, test } from "vitest";
import { freePort, isFree, untilListening } from "../../../scripts/lib/ports.mjs";

const servers: net.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function occupy(port: number, host: string): Promise<number> {
  const server = net.createServer((socket) => socket.destroy());
  servers.push(server);
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  return (server.address() as net.AddressInfo).port;
}

test("a busy port moves on to the next free one", async () => {
  const busy = await occupy(0, "127.0.0.1");
  expect(await isFree(busy)).toBe(false);
  const next = await freePort(busy);
  expect(next).toBeGreaterThan(busy);
  expect(await isFree(next)).toBe(true);
});

test("a port held on ::1 alone is busy: browsers would reach that server under localhost", async () => {
  const busy = await occupy(0, "::1");
  expect(await isFree(busy)).toBe(false);
});

test("a port promised to somebody is passed over", async () => {
  const wanted = await freePort(0);
  expect(await freePort(wanted, new Set([wanted]))).not.toBe(wanted);
});

test("waiting for a port ends when it listens, and when the one who should listen gave up", async () => {
  const port = await freePort(0);
  const waiting = untilListening(port, { gaveUp: () => false });
  await occupy(port, "127.0.0.1");
  expect(await waiting).toBe(true);
  expect(await untilListening(await freePort(0), { gaveUp: () => true })).toBe(false);
});
