import net from "node:net";

export interface TcpProxy {
  port: number;
  /** Answers are held back so long: what is cut meanwhile was carried out, and nobody is told. May be changed at any time. */
  faults: { answerDelayMs: number };
  /** Resets every open connection. */
  cut: () => void;
  close: () => void;
}

/** A TCP proxy on loopback that can be slow and can be cut, between a client and what it talks to. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const faults = { answerDelayMs: 0 };
  const open = new Set<net.Socket>();
  const pipe = (from: net.Socket, to: net.Socket, delayMs: () => number) => {
    open.add(from);
    from.on("data", (chunk) => {
      if (delayMs() === 0) to.write(chunk);
      else setTimeout(() => to.writable && to.write(chunk), delayMs());
    });
    from.on("error", () => to.destroy());
    from.on("close", () => {
      open.delete(from);
      to.destroy();
    });
  };
  const server = net.createServer((near) => {
    const far = net.connect(target);
    pipe(near, far, () => 0);
    pipe(far, near, () => faults.answerDelayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    faults,
    cut: () => {
      for (const socket of open) socket.resetAndDestroy();
    },
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
