import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

const changedFile = z.object({ filename: z.string(), status: z.string() });
const user = z.object({ login: z.string(), type: z.string() });
const comment = z.object({ id: z.int(), body: z.string().nullish(), user: user.nullable() });
export type Comment = z.infer<typeof comment>;

/** The calls of GitHub's REST API that the action makes. All reject with GithubError. */
export interface GithubApi {
  /** Returns the paths of files that a pull request adds or changes, of at most 3,000. */
  listChangedFiles(pullNumber: number): Promise<string[]>;
  listComments(pullNumber: number): Promise<Comment[]>;
  createComment(pullNumber: number, body: string): Promise<void>;
  updateComment(id: number, body: string): Promise<void>;
  deleteComment(id: number): Promise<void>;
  /** Returns the name of the token's user, or undefined if the token belongs to an app. */
  findLogin(): Promise<string | undefined>;
}

/** Thrown if a request fails. `status` is undefined if there was no response. */
export class GithubError extends Error {
  override readonly name = 'GithubError';
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

export interface GithubConnection {
  /** URL of the API, such as `https://api.github.com`. */
  apiUrl: string;
  repository: string;
  token: string;
}

const [perPage, maxPages] = [100, 100];
const [maxAttempts, pauseMs, timeoutMs] = [3, 1_000, 30_000];

/** Returns the calls with a connection. */
export function connectGithub(connection: GithubConnection): GithubApi {
  const repo = `/repos/${connection.repository}`;
  const call = (method: string, path: string, body?: object) => send(connection, { method, path, body });
  const commentOf = (id: number) => `${repo}/issues/comments/${id}`;
  const pages = async <T>(path: string, item: z.ZodType<T>): Promise<T[]> => {
    const all: T[] = [];
    for (let page = 1; page <= maxPages; page++) {
      const items = z.array(item).parse(await call('GET', `${path}?per_page=${perPage}&page=${page}`));
      all.push(...items);
      if (items.length < perPage) break;
    }
    return all;
  };
  return {
    listChangedFiles: async (number) => {
      const files = await pages(`${repo}/pulls/${number}/files`, changedFile);
      return files.filter(({ status }) => status !== 'removed').map(({ filename }) => filename);
    },
    listComments: (number) => pages(`${repo}/issues/${number}/comments`, comment),
    createComment: async (number, body) =>
      void (await call('POST', `${repo}/issues/${number}/comments`, { body })),
    updateComment: async (id, body) => void (await call('PATCH', commentOf(id), { body })),
    deleteComment: async (id) => void (await call('DELETE', commentOf(id))),
    findLogin: async () => {
      try {
        return z.object({ login: z.string() }).parse(await call('GET', '/user')).login;
      } catch (error) {
        // The token of a workflow is that of an app and has no user.
        if (error instanceof GithubError && (error.status === 403 || error.status === 401)) return undefined;
        throw error;
      }
    },
  };
}

interface Request {
  method: string;
  path: string;
  body?: object | undefined;
}

/** Sends a request, and repeats it after a temporary failure. @throws GithubError */
async function send(connection: GithubConnection, request: Request): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await sendOnce(connection, request);
    } catch (error) {
      const isTemporary = error instanceof GithubError && (error.status ?? 500) >= 500;
      // A comment whose response was lost may exist. The next run updates it.
      if (!isTemporary || request.method === 'POST' || attempt === maxAttempts) throw error;
      await pause(pauseMs * attempt);
    }
  }
}

async function sendOnce(
  { apiUrl, token }: GithubConnection,
  { method, path, body }: Request,
): Promise<unknown> {
  const response = await fetch(`${apiUrl}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'user-agent': 'gossamer-action',
      'x-github-api-version': '2022-11-28',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error) => {
    throw new GithubError(`GitHub could not be reached (${error.message}).`);
  });
  const text = await response.text();
  if (response.ok) return text === '' ? undefined : JSON.parse(text);
  throw new GithubError(`GitHub returned HTTP ${response.status}: ${messageIn(text)}`, response.status);
}

function messageIn(text: string): string {
  try {
    return String((JSON.parse(text) as { message?: unknown }).message);
  } catch {
    return text.slice(0, 200);
  }
}
