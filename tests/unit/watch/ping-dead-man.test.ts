import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pingDeadMan } from "@/lib/watch/ping-dead-man";

const heard: string[] = [];
const server = createServer((request, response) => {
  heard.push(`${request.method} ${request.url}`);
  if (request.url === "/down") response.writeHead(500).end("down");
  else if (request.url === "/moved") response.writeHead(302, { location: "/elsewhere" }).end();
  else response.end("OK");
});
let home = "";
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

async function ping(url: string | null) {
  heard.length = 0;
  const reported: unknown[] = [];
  const taken = await pingDeadMan(url, (error) => reported.push(error));
  return { taken, heard: [...heard], reported: reported.length };
}

test("a tick pings the operator's address once; without one nobody is pinged", async () => {
  expect(await ping(`${home}/alive`)).toEqual({ taken: true, heard: ["GET /alive"], reported: 0 });
  expect(await ping(null)).toEqual({ taken: false, heard: [], reported: 0 });
});

test("a switch that refuses, moves or does not answer is reported, and throws nothing at the tick", async () => {
  expect(await ping(`${home}/down`)).toEqual({ taken: false, heard: ["GET /down"], reported: 1 });
  expect(await ping(`${home}/moved`)).toEqual({ taken: false, heard: ["GET /moved"], reported: 1 });
  expect(await ping("http://127.0.0.1:9/closed")).toEqual({ taken: false, heard: [], reported: 1 });
});
