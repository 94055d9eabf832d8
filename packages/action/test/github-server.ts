import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeComment {
  id: number;
  body: string;
  user: { login: string; type: string };
}

export interface GithubRequest {
  method: string;
  path: string;
  authorization: string | undefined;
}

/** The state of a server that answers as GitHub's REST API does, as far as the action uses it. */
export interface GithubServer {
  url: string;
  requests: GithubRequest[];
  comments: FakeComment[];
  /** Files of the pull request. Null means that the token may not list them. */
  files: { filename: string; status: string }[] | null;
  /** Whether the token may only read, as that of a fork. */
  isReadOnly: boolean;
  /** Number of requests that fail with 502 before the others succeed. */
  failures: number;
  close(): Promise<void>;
}

const bot = { login: 'github-actions[bot]', type: 'Bot' };
const forbidden = { message: 'Resource not accessible by integration' };

/** Starts the server, without comments and files. */
export async function startGithubServer(): Promise<GithubServer> {
  const state = {
    url: '',
    requests: [],
    comments: [],
    files: [],
    isReadOnly: false,
    failures: 0,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  } as GithubServer;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    state.requests.push({ method, path: url, authorization: headers.authorization });
    const [status, body] = answer(state, method, url, String(Buffer.concat(chunks)));
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return state;
}

function answer(state: GithubServer, method: string, url: string, text: string): [number, unknown?] {
  if (state.failures > 0) {
    state.failures -= 1;
    return [502, { message: 'Bad gateway' }];
  }
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const page = <T>(items: readonly T[]) => {
    const size = Number(searchParams.get('per_page') ?? 30);
    const start = (Number(searchParams.get('page') ?? 1) - 1) * size;
    return items.slice(start, start + size);
  };
  if (method !== 'GET' && state.isReadOnly) return [403, forbidden];
  const id = Number(/^\/repos\/acme\/site\/issues\/comments\/(\d+)$/.exec(pathname)?.[1]);
  const comment = state.comments.find((one) => one.id === id);
  const { body = '' } = text ? (JSON.parse(text) as { body?: string }) : {};
  if (body.length > 65_536) return [422, { message: 'body is too long (maximum is 65536 characters)' }];
  switch (`${method} ${pathname}`) {
    case 'GET /user':
      return [403, forbidden];
    case 'GET /repos/acme/site/pulls/7/files':
      return state.files ? [200, page(state.files)] : [403, forbidden];
    case 'GET /repos/acme/site/issues/7/comments':
      return [200, page(state.comments)];
    case 'POST /repos/acme/site/issues/7/comments': {
      const created = { id: 100 + state.comments.length, body, user: bot };
      state.comments.push(created);
      return [201, created];
    }
  }
  if (!comment) return [404, { message: 'Not Found' }];
  if (method === 'DELETE') state.comments.splice(state.comments.indexOf(comment), 1);
  else comment.body = body;
  return method === 'DELETE' ? [204] : [200, comment];
}
