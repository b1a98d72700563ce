import net from "node:net";

export interface TcpProxy {
  port: number;
  /** `delayMs` each way; `refuse` ends new connections at once; `hang` swallows what is sent. May be changed at any time. */
  faults: { delayMs: number; refuse: boolean; hang: boolean };
  /** Resets every open connection. */
  cut: () => void;
  close: () => void;
}

/** A TCP proxy on loopback that can be told to misbehave, between a client and what it talks to. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const faults = { delayMs: 0, refuse: false, hang: false };
  const open = new Set<net.Socket>();
  const pipe = (from: net.Socket, to: net.Socket) => {
    open.add(from);
    from.on("data", (chunk) => {
      if (faults.hang) return;
      if (faults.delayMs === 0) to.write(chunk);
      else setTimeout(() => to.writable && to.write(chunk), faults.delayMs);
    });
    from.on("error", () => to.destroy());
    from.on("close", () => {
      open.delete(from);
      to.destroy();
    });
  };
  const server = net.createServer((near) => {
    if (faults.refuse) return near.destroy();
    const far = net.connect(target);
    pipe(near, far);
    pipe(far, near);
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
