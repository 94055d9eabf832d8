import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** How a proxy treats bytes: `open` passes them, `away` refuses and cuts, `silent` swallows them without a word. */
export type Weather = 'open' | 'away' | 'silent';

export interface FaultProxy {
  /** The target's address with this proxy in front. */
  url: string;
  set(weather: Weather): void;
  close(): Promise<void>;
}

interface Pair {
  client: Socket;
  server: Socket;
}

/** A TCP proxy in front of a server, that can make it look gone or half-open. */
export async function startProxy(targetUrl: string): Promise<FaultProxy> {
  const target = new URL(targetUrl);
  const pairs = new Set<Pair>();
  let weather: Weather = 'open';

  const cut = () => {
    for (const { client, server } of pairs) {
      client.resetAndDestroy();
      server.destroy();
    }
  };
  const accept = (client: Socket) => {
    if (weather === 'away') return void client.resetAndDestroy();
    const server = connect(Number(target.port), target.hostname);
    const pair = { client, server };
    pairs.add(pair);
    join(pair, () => weather);
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
      weather = next;
      if (next === 'away') cut();
      // What was swallowed is missing from the stream, so these connections are of no more use.
      if (next === 'open') cut();
    },
    close: () => closeAll(listener, cut),
  };
}

function join({ client, server }: Pair, weather: () => Weather): void {
  client.on('data', (chunk) => weather() === 'open' && server.write(chunk));
  server.on('data', (chunk) => weather() === 'open' && client.write(chunk));
}

function closeAll(listener: Server, cut: () => void): Promise<void> {
  cut();
  return new Promise((resolve) => listener.close(() => resolve()));
}
