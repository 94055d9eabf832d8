import { answerError } from './answer-error.ts';
import { type Deadline, pause } from './deadline.ts';
import { GossamerError, GossamerNetworkError } from './errors.ts';
import { isInFlight, pauseBeforeRetry } from './retry.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Settings of the connection to the API. */
export interface Connection {
  /** URL up to and including `/api/v1`. */
  root: string;
  apiKey: string;
  fetch: Fetch;
  maxRetries: number;
}

export interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  headers?: Record<string, string> | undefined;
  /** Body of the request. Must be reusable, because retries send it again. */
  body?: string | FormData | undefined;
  /**
   * Timeout of each attempt in milliseconds. If undefined, attempts have no timeout, because uploading a large body can
   * take any amount of time.
   */
  attemptMs?: number | undefined;
}

/**
 * Sends a request, retries it as configured, and reads the response.
 * @throws GossamerError, or the reason of the caller's signal
 */
export async function send<T>(
  connection: Connection,
  call: Call,
  deadline: Deadline,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  let retries = 0;
  for (;;) {
    try {
      return await attempt(connection, call, deadline.signal, read);
    } catch (error) {
      deadline.signal.throwIfAborted();
      if (!isInFlight(error)) retries += 1;
      const pauseMs = pauseBeforeRetry(error, retries);
      const isLast = retries > connection.maxRetries || pauseMs >= deadline.leftMs();
      if (isLast) throw error;
      await pause(pauseMs, deadline.signal);
    }
  }
}

async function attempt<T>(
  { root, apiKey, fetch }: Connection,
  { method, path, headers, body, attemptMs }: Call,
  whole: AbortSignal,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const { signal, stopClock } = attemptSignal(whole, attemptMs);
  try {
    const response = await fetch(`${root}${path}`, {
      method,
      signal,
      ...(body !== undefined && { body }),
      headers: { ...headers, authorization: `Bearer ${apiKey}` },
      // Do not follow redirects: some `fetch` implementations would send the API key to the redirect target.
      redirect: 'manual',
      credentials: 'omit',
      // Prevents browsers from returning cached responses for deleted resources.
      cache: 'no-store',
    });
    if (!response.ok) throw await answerError(response);
    return await read(response);
  } catch (error) {
    throw error instanceof GossamerError ? error : lost(error);
  } finally {
    stopClock();
  }
}

/**
 * Combines the caller's signal with the timeout of one attempt. The timeout can be stopped once the response begins;
 * the signal continues to apply to the streamed body.
 */
function attemptSignal(whole: AbortSignal, attemptMs: number | undefined) {
  if (attemptMs === undefined) return { signal: whole, stopClock: () => undefined };
  const controller = new AbortController();
  const silent = new GossamerNetworkError(`The server did not respond within ${attemptMs} ms.`);
  const timer = setTimeout(() => controller.abort(silent), attemptMs);
  whole.addEventListener('abort', () => controller.abort(whole.reason), { once: true });
  return { signal: controller.signal, stopClock: () => clearTimeout(timer) };
}

/**
 * Converts an error thrown by `fetch` to a GossamerNetworkError. Node.js stores the reason in `cause`; browsers provide
 * no reason.
 */
function lost(error: unknown): GossamerNetworkError {
  const { cause, message } = error instanceof Error ? error : new Error(String(error));
  const { code } = (cause ?? {}) as { code?: unknown };
  const reason = typeof code === 'string' ? code : cause instanceof Error ? cause.message : message;
  return new GossamerNetworkError(`The server could not be reached (${reason}).`, error);
}

/**
 * Parses a JSON response.
 * @throws GossamerError `unexpected_answer` if it is not JSON
 */
export async function readJson<T>(response: Response): Promise<T> {
  const text = await response.text();
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw new GossamerError('The server did not return an API response. Check baseUrl.', {
      code: 'unexpected_answer',
      status: response.status,
      cause,
    });
  }
}
