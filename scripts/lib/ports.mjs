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

/** Whether something takes connections on the port. */
function answers(/** @type {number} */ port) {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: "127.0.0.1" });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/**
 * Waits until something listens on the port.
 * @param {number} port
 * @param {{gaveUp: () => boolean, timeoutMs?: number}} until
 * @returns {Promise<boolean>} false after `timeoutMs`, or as soon as `gaveUp()`
 */
export async function untilListening(port, { gaveUp, timeoutMs = 30_000 }) {
  for (const deadline = Date.now() + timeoutMs; ; await sleep(50)) {
    if (await answers(port)) return true;
    if (gaveUp() || Date.now() > deadline) return false;
  }
}
