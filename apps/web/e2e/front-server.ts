import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type Handlers = {
  /** Returns what the product responds to a path, or a changed version of it. */
  change?: (path: string, body: Buffer) => Buffer | string;
  /** Responds to a request that the product does not know. Returns undefined for all other requests. */
  respond?: (path: string, body: Buffer) => { type: string; body: Buffer | string } | undefined;
};

/** Server in front of the product, which changes responses and records requests. */
export class FrontServer {
  readonly #productUrl: string;
  readonly #handlers: Handlers;
  /** Methods and paths of the requests that the product has received. */
  readonly requests: string[] = [];
  readonly #server = createServer((incoming, response) => {
    this.#handle(incoming, response).catch((error: Error) => response.destroy(error));
  });

  constructor(productUrl: string, handlers: Handlers) {
    this.#productUrl = productUrl;
    this.#handlers = handlers;
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  async #handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '/', method = 'GET' } = incoming;
    const path = new URL(url, 'http://localhost').pathname;
    const sent = await buffer(incoming);
    const own = this.#handlers.respond?.(path, sent);
    if (own) {
      response.writeHead(200, { 'content-type': own.type }).end(own.body);
      return;
    }
    this.requests.push(`${method} ${path}`);
    const answer = await this.#ask(incoming, sent);
    const body = await buffer(answer);
    const { 'content-length': _length, 'transfer-encoding': _transfer, ...headers } = answer.headers;
    response
      .writeHead(answer.statusCode ?? 502, headers)
      .end(this.#handlers.change ? this.#handlers.change(path, body) : body);
  }

  #ask({ url = '/', method = 'GET', headers: all }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const { 'if-none-match': _tag, 'if-modified-since': _since, ...others } = all;
    // Ask for complete, uncompressed content, so that it can be changed.
    const headers = { ...others, 'accept-encoding': 'identity' };
    const outgoing = request(new URL(url, this.#productUrl), { method, headers });
    outgoing.end(body);
    return new Promise((resolve, reject) => {
      outgoing.on('response', resolve).on('error', reject);
    });
  }
}
