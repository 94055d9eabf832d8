import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Received {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** The same body, as bytes. */
  bytes: Buffer;
}

type Answer = (response: ServerResponse, received: Received, request: IncomingMessage) => void;

/** Returns a request handler that sends a fixed response. */
export const say =
  (status: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body);

/** Starts a receiver of deliveries that records all requests. */
export async function startReceiver(answer: Answer = say(200)) {
  const received: Received[] = [];
  let current = answer;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '' } = request;
      const headers = request.headers as Record<string, string>;
      const bytes = Buffer.concat(chunks);
      const one = { method, path, headers, body: bytes.toString(), bytes };
      received.push(one);
      current(response, one, request);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer: (next: Answer) => {
      current = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/**
 * Verifies a message with the reference implementation of Standard Webhooks.
 * @throws if the message is not signed with the secret
 */
export function verify(secret: string, { body, headers }: Received): unknown {
  return new Webhook(secret).verify(body, headers);
}
