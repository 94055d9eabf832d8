import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Traffic handling of a proxy: `open` forwards all data, `unavailable` refuses and closes connections, `silent` drops
 * data without closing connections (a half-open network), `slow` limits each direction of a connection to 50 kB/s.
 */
export type ProxyMode = 'open' | 'unavailable' | 'silent' | 'slow';

export interface FaultProxy {
  /** URL of the proxy, which forwards to the target. */
  url: string;
  set(mode: ProxyMode): void;
  close(): Promise<void>;
}

interface Pair {
  client: Socket;
  server: Socket;
}

const slowBytesPerMs = 50;

/** Starts a TCP proxy that can simulate an unavailable, half-open or slow server. */
export async function startProxy(targetUrl: string): Promise<FaultProxy> {
  const target = new URL(targetUrl);
  const pairs = new Set<Pair>();
  let mode: ProxyMode = 'open';

  const cut = () => {
    for (const { client, server } of pairs) {
      client.resetAndDestroy();
      server.destroy();
    }
  };
  const accept = (client: Socket) => {
    if (mode === 'unavailable') return void client.resetAndDestroy();
    const server = connect(Number(target.port), target.hostname);
    const pair = { client, server };
    pairs.add(pair);
    pass(client, server, () => mode);
    pass(server, client, () => mode);
    for (const socket of [client, server]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        pairs.delete(pair);
        client.destroy();
        server.destroy();
      });
    }
  };

  const listener = createServer(accept);
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const url = new URL(targetUrl);
  url.hostname = '127.0.0.1';
  url.port = String((listener.address() as AddressInfo).port);
  return {
    url: url.href,
    set: (next) => {
      // Close connections whose data was dropped, because they cannot continue.
      if (next === 'unavailable' || mode === 'silent') cut();
      mode = next;
    },
    close: () => closeAll(listener, cut),
  };
}

function pass(from: Socket, to: Socket, mode: () => ProxyMode): void {
  from.on('data', (chunk) => {
    const now = mode();
    if (now === 'silent' || now === 'unavailable') return;
    to.write(chunk);
    if (now === 'open') return;
    from.pause();
    setTimeout(() => from.resume(), chunk.length / slowBytesPerMs);
  });
}

function closeAll(listener: Server, cut: () => void): Promise<void> {
  cut();
  return new Promise((resolve) => listener.close(() => resolve()));
}
