import net from "node:net";
import { sleep } from "./processes.mjs";

/** Tries to listen. @returns the port bound, 0 when it is busy, undefined when this machine has no such address */
function tryPort(/** @type {number} */ port, /** @type {string} */ host) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once("error", (/** @type {NodeJS.ErrnoException} */ error) =>
      resolve(error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT" ? undefined : 0),
    );
    server.listen({ port, host, exclusive: true, ipv6Only: host === "::1" }, () => {
      const bound = /** @type {net.AddressInfo} */ (server.address()).port;
      server.close(() => resolve(bound));
    });
  });
}

/** Whether nobody listens on the port: neither on IPv4 nor on ::1, which browsers try first for `localhost`. */
export async function isFree(/** @type {number} */ port) {
  if ((await tryPort(port, "127.0.0.1")) === 0) return false;
  return (await tryPort(port, "::1")) !== 0;
}

/**
 * The wanted port, or the next one up that is free; 0 asks for any.
 * @param {number} wanted
 * @param {ReadonlySet<number>} [taken] ports promised to others that do not listen yet
 * @returns {Promise<number>}
 */
export async function freePort(wanted, taken = new Set()) {
  if (wanted > 0) {
    for (let port = wanted; port < Math.min(wanted + 50, 65_536); port++) {
      if (!taken.has(port) && (await isFree(port))) return port;
    }
  }
  return tryPort(0, "127.0.0.1");
}

/** Waits until something listens on the port. @throws after `timeoutMs`, or at once when `gaveUp()` */
export async function untilListening(
  /** @type {number} */ port,
  { timeoutMs = 30_000, gaveUp = () => false, what = `port ${port}` } = {},
) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const open = await new Promise((resolve) => {
      const socket = net.connect({ port, host: "127.0.0.1" });
      socket.once("connect", () => {
        socket.destroy();
        resolve(true);
      });
      socket.once("error", () => resolve(false));
    });
    if (open) return;
    if (gaveUp() || Date.now() > deadline) throw new Error(`${what} did not come up`);
    await sleep(50);
  }
}
