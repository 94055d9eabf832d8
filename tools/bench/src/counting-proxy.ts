import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What has passed so far. */
export interface Traffic {
  /** To the server, and back. */
  bytesIn: number;
  bytesOut: number;
  /** As the protocol tells them apart. */
  requests: number;
}

export interface CountingProxy {
  /** The server's address with this proxy in front. */
  url: string;
  traffic(): Traffic;
  close(): Promise<void>;
}

/** Tells how many requests a client's piece of stream begins. One for each connection, since it may remember. */
export type CountRequests = () => (chunk: Buffer) => number;

/** A TCP proxy that counts what goes through it. */
export async function startCountingProxy(targetUrl: string, counter: CountRequests): Promise<CountingProxy> {
  const target = new URL(targetUrl);
  const traffic = { bytesIn: 0, bytesOut: 0, requests: 0 };
  const sockets = new Set<Socket>();
  const listener = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    const count = counter();
    client.on('data', (chunk: Buffer) => {
      traffic.bytesIn += chunk.length;
      traffic.requests += count(chunk);
    });
    server.on('data', (chunk: Buffer) => {
      traffic.bytesOut += chunk.length;
    });
    client.setNoDelay().pipe(server.setNoDelay()).pipe(client);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const url = new URL(targetUrl);
  url.hostname = '127.0.0.1';
  url.port = String((listener.address() as AddressInfo).port);
  return {
    url: url.href.replace(/\/$/, ''),
    traffic: () => ({ ...traffic }),
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => listener.close(() => resolve()));
    },
  };
}

const statementTypes: ReadonlySet<string> = new Set(['B', 'Q']);

/** Statements: each is bound once, or sent as a simple query. Messages are a letter and a length (Postgres' protocol 3). */
export const countStatements: CountRequests = () => {
  let rest: Buffer = Buffer.alloc(0);
  // The first message, the start-up's, has no letter.
  let letterBytes = 0;
  const take = (): string | undefined => {
    if (rest.length < letterBytes + 4) return undefined;
    const messageBytes = letterBytes + rest.readUInt32BE(letterBytes);
    if (rest.length < messageBytes) return undefined;
    const type = letterBytes === 0 ? '' : rest.toString('latin1', 0, 1);
    rest = rest.subarray(messageBytes);
    letterBytes = 1;
    return type;
  };
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    let statements = 0;
    for (let type = take(); type !== undefined; type = take()) {
      if (statementTypes.has(type)) statements += 1;
    }
    return statements;
  };
};

/** A command is an array of bulk strings (RESP 2); a line that begins so inside of a value is counted, too, and rare. */
export const countCommands: CountRequests = () => (chunk) =>
  chunk.toString('latin1').match(/(?:^|\r\n)\*\d+\r\n\$/g)?.length ?? 0;

/** A request line at the beginning of what a client sends at once. */
export const countHttp: CountRequests = () => (chunk) =>
  /^(?:GET|PUT|POST|HEAD|DELETE) /.test(chunk.toString('latin1', 0, 8)) ? 1 : 0;
