import net from "node:net";

/**
 * What happens to one request on its way. `reset before the body`: the other side sees headers and no more. The rest reach it whole: `reset after the body`
 * loses the answer by RST, `half-close` by a FIN before it, `truncate` in its middle, `stall` by silence.
 */
export const LINE_FAULTS = [
  "reset before the body",
  "reset after the body",
  "stall",
  "truncate",
  "half-close",
] as const;
export type LineFault = (typeof LINE_FAULTS)[number];

export interface HttpLine {
  port: number;
  /** The next request that `matches` (headers and body as text) meets this fault; once. */
  arm(fault: LineFault, matches: (request: string) => boolean): void;
  /** How many requests met a fault. */
  struck(): number;
  close(): void;
}

interface Armed {
  fault: LineFault;
  matches: (request: string) => boolean;
}

/** A TCP proxy on loopback between an HTTP client and a server, which lets one request at a time meet a fault of the line. */
export async function startHttpLine(target: { host: string; port: number }): Promise<HttpLine> {
  let armed: Armed | null = null;
  let struck = 0;
  const open = new Set<net.Socket>();
  const faultOf = (request: string): LineFault | null => {
    if (!armed?.matches(request)) return null;
    const { fault } = armed;
    armed = null;
    struck++;
    return fault;
  };
  const server = net.createServer({ allowHalfOpen: true }, (near) => {
    const far = net.connect(target);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
    }
    carry(near, far, faultOf);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    arm: (fault, matches) => {
      armed = { fault, matches };
    },
    struck: () => struck,
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

/** Carries whole requests there and whatever comes back. */
function carry(near: net.Socket, far: net.Socket, faultOf: (request: string) => LineFault | null): void {
  let waiting = Buffer.alloc(0);
  let answer = (data: Buffer): void => void near.write(data);
  far.on("data", (data: Buffer) => answer(data));
  near.on("end", () => far.end());
  near.on("data", (data: Buffer) => {
    waiting = Buffer.concat([waiting, data]);
    for (let length = wholeLength(waiting); length !== null; length = wholeLength(waiting)) {
      const request = waiting.subarray(0, length);
      waiting = waiting.subarray(length);
      const fault = faultOf(request.toString("utf8"));
      if (fault === null) far.write(request);
      else answer = strike(fault, near, far, request);
    }
  });
}

/** @returns what is done with the answer from now on */
function strike(fault: LineFault, near: net.Socket, far: net.Socket, request: Buffer): (data: Buffer) => void {
  if (fault === "reset before the body") {
    far.write(request.subarray(0, headLength(request)), () => near.resetAndDestroy());
    return () => {};
  }
  if (fault === "half-close") near.end();
  far.write(request);
  switch (fault) {
    case "reset after the body":
      return () => near.resetAndDestroy();
    case "truncate":
      return (data) => near.end(data.subarray(0, Math.floor(data.length / 2)));
    case "half-close":
    case "stall":
      return () => {};
  }
}

const headLength = (bytes: Buffer): number => bytes.indexOf("\r\n\r\n") + 4;

/** Bytes of the first request, head and body; null while it is not all there. Our clients always say the length. */
function wholeLength(bytes: Buffer): number | null {
  if (!bytes.includes("\r\n\r\n")) return null;
  const head = bytes.subarray(0, headLength(bytes)).toString("latin1");
  const length = headLength(bytes) + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  return bytes.length >= length ? length : null;
}
