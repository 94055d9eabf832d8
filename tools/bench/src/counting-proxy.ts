import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Traffic through the proxy since it was started. */
export interface Traffic {
  /** Number of bytes sent to the server. `bytesOut` counts the bytes received from the server. */
  bytesIn: number;
  bytesOut: number;
  /** Number of requests. The protocol determines what counts as a request. */
  requests: number;
}

export interface CountingProxy {
  /** URL of the proxy, which forwards to the server. */
  url: string;
  traffic(): Traffic;
  close(): Promise<void>;
}

/**
 * Creates a function that returns how many requests start in a chunk. Called once per connection, so that the function
 * can keep state.
 */
export type CountRequests = () => (chunk: Buffer) => number;

/** Starts a TCP proxy that counts bytes and requests. */
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

/**
 * Counts SQL statements (Postgres protocol 3). Each statement is sent as one Bind or Query message. A message starts
 * with a type byte and a length.
 */
export const countStatements: CountRequests = () => {
  let rest: Buffer = Buffer.alloc(0);
  // The startup message has no type byte and starts with its length.
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

/**
 * Counts Redis commands, which are arrays of bulk strings (RESP 2). A value that contains the start of an array is also
 * counted, but this is rare.
 */
export const countCommands: CountRequests = () => (chunk) =>
  chunk.toString('latin1').match(/(?:^|\r\n)\*\d+\r\n\$/g)?.length ?? 0;

/** Counts HTTP requests by the request line at the start of a chunk. */
export const countHttp: CountRequests = () => (chunk) =>
  /^(?:GET|PUT|POST|HEAD|DELETE) /.test(chunk.toString('latin1', 0, 8)) ? 1 : 0;
