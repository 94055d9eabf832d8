import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
  at: number;
}

/** Handles one request, with or without a response. */
export type Turn = (response: ServerResponse, seen: Seen) => void | Promise<void>;

export interface FlakyServer {
  url: string;
  seen: Seen[];
  close(): Promise<void>;
}

/** Starts a server that handles each request with the next handler. The last handler is repeated. */
export async function startFlakyServer(turns: readonly Turn[]): Promise<FlakyServer> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = request;
    const one = { method, path, headers, body: Buffer.concat(chunks), at: performance.now() };
    seen.push(one);
    await (turns[seen.length - 1] ?? turns.at(-1))?.(response, one);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url, seen, close };
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Turn =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

export const problem = (status: number, code: string, headers: Record<string, string> = {}): Turn =>
  json(status, { type: 'about:blank', title: code, status, detail: `It is ${code}.`, code }, headers);

export const file =
  (bytes: Uint8Array): Turn =>
  (response) =>
    void response.end(bytes);

/** Handler that closes the connection without a response. */
export const cut: Turn = (response) => void response.destroy();

/** Handler that never responds. */
export const silence: Turn = () => undefined;

/**
 * Returns a handler that forwards the request to the product, and then returns the response or closes the connection.
 */
export const passOn =
  (productUrl: string, then: 'answer' | 'cut' = 'answer'): Turn =>
  async (response, { method, path, headers, body }) => {
    const { host: _, connection: __, 'content-length': ___, ...kept } = headers;
    const answer = await fetch(productUrl + path, {
      method,
      headers: kept as Record<string, string>,
      ...(method === 'POST' && { body: new Uint8Array(body) }),
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (then === 'cut') return cut(response, { method, path, headers, body, at: 0 });
    response
      .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
      .end(bytes);
  };
