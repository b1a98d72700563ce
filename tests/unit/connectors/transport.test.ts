import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { exchange } from "@/lib/connectors/transport";
import { closedPort, sendJson, serveWire } from "./wire-server";

const ask = (url: string, more: { timeoutMs?: number; body?: string } = {}) =>
  exchange({
    method: "POST",
    url: new URL(url),
    headers: { "x-secret": "never-shown" },
    body: more.body ?? "{}",
    timeoutMs: more.timeoutMs ?? 2_000,
  });

/** A TCP server below HTTP, for what http.Server would not do. */
async function serveTcp(handle: (socket: net.Socket) => void): Promise<number> {
  const sockets: net.Socket[] = [];
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket);
    socket.on("error", () => socket.destroy());
    handle(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

describe("an exchange says whether its bytes may have left", () => {
  it("nobody listens: nothing was sent", async () => {
    const answer = await ask(`http://127.0.0.1:${await closedPort()}/`);
    expect(answer).toEqual({ ok: false, error: { sent: false, cause: "refused" } });
  });

  it("a name that does not exist: nothing was sent", async () => {
    const answer = await ask("http://no-such-host.invalid/", { timeoutMs: 8_000 });
    expect(answer).toMatchObject({ ok: false, error: { sent: false } });
  });

  it("TLS that the other side does not speak: nothing was sent", async () => {
    const port = await serveTcp((socket) => socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")));
    const answer = await ask(`https://127.0.0.1:${port}/`);
    expect(answer).toEqual({ ok: false, error: { sent: false, cause: "tls" } });
  });

  it("a TLS handshake that never ends: a timeout with nothing sent", async () => {
    const port = await serveTcp((socket) => socket.resume());
    const answer = await ask(`https://127.0.0.1:${port}/`, { timeoutMs: 150 });
    expect(answer).toEqual({ ok: false, error: { sent: false, cause: "timeout" } });
  });

  it("a server that hangs after taking the request: sent, timed out, within its deadline", async () => {
    const server = await serveWire(() => {});
    const startedMs = performance.now();
    const answer = await ask(server.url, { timeoutMs: 150 });
    expect(answer).toEqual({ ok: false, error: { sent: true, cause: "timeout" } });
    expect(performance.now() - startedMs).toBeLessThan(1_500);
    expect(server.requests).toHaveLength(1);
  });

  it("an answer that trickles is cut at the same deadline", async () => {
    const server = await serveWire((_, response) => {
      response.writeHead(200, { "content-length": "1000" });
      const drip = setInterval(() => response.write("x"), 20);
      response.on("close", () => clearInterval(drip));
    });
    expect(await ask(server.url, { timeoutMs: 200 })).toEqual({ ok: false, error: { sent: true, cause: "timeout" } });
  });

  it("a reset after the request: sent", async () => {
    const server = await serveWire((request) => request.socket.resetAndDestroy());
    expect(await ask(server.url)).toEqual({ ok: false, error: { sent: true, cause: "reset" } });
  });

  it("a half-closed connection without an answer: sent", async () => {
    const port = await serveTcp((socket) => socket.once("data", () => socket.end()));
    expect(await ask(`http://127.0.0.1:${port}/`)).toEqual({ ok: false, error: { sent: true, cause: "reset" } });
  });

  it("a body that breaks off is no answer, although its headers said 200", async () => {
    const server = await serveWire((_, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write('{"half":', () => response.socket?.destroy());
    });
    expect(await ask(server.url)).toEqual({ ok: false, error: { sent: true, cause: "truncated" } });
  });

  it("an answer larger than 32 MB is not kept", async () => {
    const server = await serveWire((_, response) => {
      response.writeHead(200);
      for (let part = 0; part < 34; part += 1) response.write(Buffer.alloc(1024 * 1024));
      response.end();
    });
    const answer = await ask(server.url, { timeoutMs: 10_000 });
    expect(answer).toEqual({ ok: false, error: { sent: true, cause: "too_large" } });
  });

  it("a header that cannot be sent is a value, not an exception", async () => {
    const request = { method: "GET", url: new URL("http://127.0.0.1:9/"), body: null, timeoutMs: 100 };
    const answer = await exchange({ ...request, headers: { "api-key": "pasted\nwith its line break" } });
    expect(answer).toEqual({ ok: false, error: { sent: false, cause: "not_sendable" } });
  });

  it("faults carry nothing of address, headers or body", async () => {
    const answer = await ask(`http://127.0.0.1:${await closedPort()}/contacts/ann%40example.com`, {
      body: "ann@example.com",
    });
    expect(JSON.stringify(answer)).not.toMatch(/never-shown|ann|127\.0\.0\.1/);
  });
});

describe("connections are kept, but not for long", () => {
  it("two requests in a row share one; a redirect is an answer like any other", async () => {
    const server = await serveWire((_, response) => {
      response.writeHead(302, { location: "http://127.0.0.1:9/elsewhere" }).end();
    });
    const first = await ask(server.url);
    await ask(server.url);
    expect(first).toMatchObject({ ok: true, value: { status: 302 } });
    expect(server.requests[0]?.socket).toBe(server.requests[1]?.socket);
  });

  it("an idle one is closed by us after three seconds, before a server's five", async () => {
    const server = await serveWire((_, response) => sendJson(response, 200, {}));
    await ask(server.url);
    const socket = server.requests[0]?.socket;
    if (!socket) throw new Error("no request arrived");
    const startedMs = performance.now();
    await once(socket, "close");
    expect(performance.now() - startedMs).toBeLessThan(4_500);
    await ask(server.url);
    expect(server.requests[1]?.socket).not.toBe(socket);
  }, 8_000);

  it("a slow answer survives the idle limit: only idle connections are closed", async () => {
    const server = await serveWire((_, response) => {
      setTimeout(() => sendJson(response, 200, { slow: true }), 3_600);
    });
    expect(await ask(server.url, { timeoutMs: 6_000 })).toMatchObject({ ok: true, value: { body: '{"slow":true}' } });
  }, 8_000);
});
