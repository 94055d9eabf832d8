import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ErrorCode, errorStatuses } from '@gossamer/contracts/errors';
import {
  type ForwardedIdentity,
  type IdentityAudience,
  identityHeader,
  readIdentity,
} from '@gossamer/service-kit/identity';

export const identitySecret = 'an identity secret of more than thirty-two characters';

/** A request received by the fake service. */
export interface ServiceRequest<Body> {
  method: string;
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** The caller's identity, or undefined if it is missing or not signed by the gateway. */
  who: ForwardedIdentity | undefined;
  /** The parsed JSON body, or an empty object if the body is missing or not JSON. */
  body: Body;
}

export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

export type Play<Body> = (request: ServiceRequest<Body>) => Answer;

export const ok = (body: unknown): Answer => ({ status: 200, body });

/** Returns an error response in the format that all services use. */
export const refusalBy =
  (service: IdentityAudience) =>
  (code: ErrorCode, more: object = {}, headers = {}): Answer => ({
    status: errorStatuses[code],
    body: { code, message: `said by ${service}`, requestId: `of-${service}`, ...more },
    headers,
  });

/**
 * Starts a fake service for the gateway to call. It conforms to the API contract and sends a fixed response for each
 * method and path. Tests can replace these responses.
 */
export async function startFakeService<Body>(service: IdentityAudience, plays: Record<string, Play<Body>>) {
  type Reaction = Play<Body> | 'unavailable' | 'silent';
  const calls: ServiceRequest<Body>[] = [];
  const state: { plays: Record<string, Reaction> } = { plays: {} };
  const server = createServer((request, response) => void answer(request, response));

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await read<Body>(incoming, service);
    calls.push(request);
    const name = `${request.method} ${request.path}`;
    const play = state.plays[name] ?? plays[name];
    if (play === 'silent') return;
    if (play === 'unavailable') return void incoming.socket.destroy();
    const { status, body, headers = {} } = play?.(request) ?? refusalBy(service)('route_not_found');
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    last: () => calls.at(-1) as ServiceRequest<Body>,
    /**
     * Replaces the response to a request until `reset` is called. The fake service can also be unavailable or not
     * respond.
     */
    play: (name: string, how: Answer | Reaction) => {
      state.plays[name] = typeof how === 'string' || typeof how === 'function' ? how : () => how;
    },
    reset: () => {
      state.plays = {};
      calls.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function read<Body>(
  incoming: IncomingMessage,
  service: IdentityAudience,
): Promise<ServiceRequest<Body>> {
  const bytes = Buffer.concat(await incoming.toArray());
  const { pathname, search } = new URL(incoming.url ?? '', 'http://service');
  const token = incoming.headers[identityHeader];
  return {
    method: incoming.method ?? '',
    path: pathname,
    query: search,
    headers: incoming.headers,
    bytes,
    who: typeof token === 'string' ? readIdentity(token, service, identitySecret) : undefined,
    body: pathname.startsWith('/webhooks') || bytes.length === 0 ? {} : JSON.parse(bytes.toString()),
  };
}
