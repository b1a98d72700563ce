import type { ServerResponse } from "node:http";
import type { StandInAnswer } from "@/lib/sandbox/contract";

/** An answer in JSON, for control calls and the frame's own refusals. */
export function jsonAnswer(status: number, value: unknown): StandInAnswer {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify(value),
  };
}

/** Does with the socket what the answer says (see `Transport`), after its delay. */
export function sendAnswer(response: ServerResponse, answer: StandInAnswer): void {
  if (answer.delayMs !== undefined && answer.delayMs > 0) {
    setTimeout(() => transmit(response, answer), answer.delayMs);
    return;
  }
  transmit(response, answer);
}

function transmit(response: ServerResponse, answer: StandInAnswer): void {
  if (response.destroyed) return;
  const transport = answer.transport ?? "answer";
  switch (transport) {
    case "answer":
      writeHead(response, answer);
      response.end(answer.body);
      return;
    case "hang":
      return;
    case "reset":
      response.socket?.resetAndDestroy();
      return;
    case "truncate":
      truncate(response, answer);
      return;
    default:
      throw new Error(`Unknown transport ${transport satisfies never}`);
  }
}

function writeHead(response: ServerResponse, answer: StandInAnswer): void {
  const bodyless = answer.status === 204 || answer.status === 304;
  const length = bodyless ? {} : { "content-length": String(Buffer.byteLength(answer.body)) };
  response.writeHead(answer.status, { ...answer.headers, ...length });
}

function truncate(response: ServerResponse, answer: StandInAnswer): void {
  const bytes = Buffer.from(answer.body);
  writeHead(response, answer);
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroy());
}
