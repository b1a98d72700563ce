import { once } from "node:events";
import http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";

/** One request as the server saw it. */
export interface SeenRequest {
  method: string;
  /** As on the wire, query included. */
  url: string;
  headers: http.IncomingHttpHeaders;
  body: string;
  socket: Socket;
}

export interface WireServer {
  url: string;
  requests: SeenRequest[];
  /** Bodies as JSON, in order. */
  bodies(): unknown[];
}

/** Starts a server on real sockets for one test; `answer` may do anything with the response, also nothing. */
export async function serveWire(
  answer: (request: SeenRequest, response: http.ServerResponse, index: number) => void,
): Promise<WireServer> {
  const requests: SeenRequest[] = [];
  const server = http.createServer(async (incoming, response) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const request = {
      method: incoming.method ?? "",
      url: incoming.url ?? "",
      headers: incoming.headers,
      body: Buffer.concat(parts).toString("utf8"),
      socket: incoming.socket,
    };
    requests.push(request);
    answer(request, response, requests.length - 1);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, requests, bodies: () => requests.map(({ body }) => JSON.parse(body)) };
}

/** A JSON answer with its headers. */
export function sendJson(
  response: http.ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

/** A port on which nobody listens. */
export async function closedPort(): Promise<number> {
  const server = http.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** A clock that stands still and whose sleeps pass at once, remembered. */
export function stillClock(nowMs = 1_800_000_000_000) {
  const sleeps: number[] = [];
  return {
    sleeps,
    nowMs: () => nowMs,
    monotonicMs: () => nowMs,
    sleep: async (ms: number) => {
      sleeps.push(ms);
    },
  };
}
