import { timingSafeEqual } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { MakeStandIn, StandIn, StandInAnswer } from "@/lib/sandbox/contract";
import { answerControl } from "@/lib/sandbox/control-calls";
import { type HostedStandIn, hostStandIn } from "@/lib/sandbox/host";
import { jsonAnswer, sendAnswer } from "@/lib/sandbox/http-answer";
import { type RoutedRequest, readRequest } from "@/lib/sandbox/http-request";

const KEEP_ALIVE_MS = 75_000;

export interface FrameOptions {
  /** 0 takes any free port. */
  apiPort: number;
  controlPort: number;
  /** Bearer secret of the control port, at least 16 characters. */
  controlSecret: string;
  /** Where state survives kill -9; absent: memory only. */
  dataDir?: string;
  /** Address of the API port; the control port listens on loopback whatever this says. */
  host?: string;
  now?: () => Date;
}

/** Stand-ins on their two ports, by name. */
export interface Frame<T extends Record<string, StandIn>> {
  /** Base URL; a stand-in's API is below `${apiUrl}/${name}`. */
  apiUrl: string;
  controlUrl: string;
  standIns: T;
  close(): Promise<void>;
}

type Makers<T extends Record<string, StandIn>> = {
  [Name in keyof T]: MakeStandIn<T[Name]>;
};

/**
 * Serves stand-ins: API port for the product, control port for tests, seed and the Sandbox page.
 * Ports are taken before the disk is read, so that a second process cannot rewrite the files of a living one.
 */
export async function serveStandIns<T extends Record<string, StandIn>>(
  makers: Makers<T>,
  options: FrameOptions,
): Promise<Frame<T>> {
  if (options.controlSecret.length < 16) throw new Error("controlSecret must have at least 16 characters");
  const hosted = new Map<string, HostedStandIn>();
  const api = createServer(hosted, ({ request }, standIn) => standIn.standIn.handle(request));
  const control = createServer(hosted, ({ request }, standIn) =>
    isBearer(request.headers.authorization, options.controlSecret)
      ? answerControl(standIn, request)
      : Promise.resolve(jsonAnswer(401, { error: "Wrong or missing control secret" })),
  );
  const apiUrl = await listen(api, options.apiPort, options.host ?? "127.0.0.1");
  const controlUrl = await listen(control, options.controlPort, "127.0.0.1").catch(async (error: unknown) => {
    await stop(api);
    throw error;
  });

  async function close(): Promise<void> {
    await Promise.all([stop(api), stop(control)]);
    for (const one of hosted.values()) one.close();
  }

  try {
    const now = options.now ?? (() => new Date());
    for (const [name, make] of Object.entries(makers)) hosted.set(name, hostStandIn(make, now, options.dataDir));
  } catch (error) {
    await close();
    throw error;
  }
  const standIns = Object.fromEntries([...hosted].map(([name, { standIn }]) => [name, standIn])) as T;
  return { apiUrl, controlUrl, standIns, close };
}

type Answerer = (routed: RoutedRequest, hosted: HostedStandIn) => Promise<StandInAnswer>;

function createServer(hosted: ReadonlyMap<string, HostedStandIn>, answer: Answerer): http.Server {
  const server = http.createServer(async (incoming, response) => {
    try {
      const routed = await readRequest(incoming);
      const standIn = hosted.get(routed.standIn);
      sendAnswer(response, standIn ? await answer(routed, standIn) : jsonAnswer(404, { error: "No such stand-in" }));
    } catch (error) {
      console.error(`sandbox: ${error instanceof Error ? error.stack : "unknown failure"}`);
      if (!response.headersSent) sendAnswer(response, jsonAnswer(500, { error: "The sandbox itself failed" }));
    }
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return server;
}

function isBearer(header: string | undefined, secret: string): boolean {
  const given = Buffer.from(header ?? "");
  const wanted = Buffer.from(`Bearer ${secret}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function listen(server: http.Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      const { port: taken } = server.address() as AddressInfo;
      resolve(`http://${host}:${taken}`);
    });
  });
}

function stop(server: http.Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
