import { answerError } from './answer-error.ts';
import { type Deadline, pause } from './deadline.ts';
import { GossamerError, GossamerNetworkError } from './errors.ts';
import { isInFlight, pauseBeforeRetry } from './retry.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Where the API is and how it is spoken to. */
export interface Connection {
  /** Up to and with `/api/v1`. */
  root: string;
  apiKey: string;
  fetch: Fetch;
  maxRetries: number;
}

export interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  headers?: Record<string, string> | undefined;
  /** Can be sent more than once. */
  body?: string | FormData | undefined;
  /** After this an attempt counts as lost. Undefined where a body may take any time to send. */
  attemptMs?: number | undefined;
}

/**
 * Sends a request until it is answered for good, and reads the answer.
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
      ...{ method, signal },
      ...(body !== undefined && { body }),
      headers: { ...headers, authorization: `Bearer ${apiKey}` },
      // Some implementations would take the key along to wherever a redirect leads.
      redirect: 'manual',
      credentials: 'omit',
      // What was deleted since is not to come from a browser's memory.
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

/** Follows the whole call's signal, also while an answer is read as a stream. */
function attemptSignal(whole: AbortSignal, attemptMs: number | undefined) {
  if (attemptMs === undefined) return { signal: whole, stopClock: () => undefined };
  const controller = new AbortController();
  const silent = new GossamerNetworkError(`The server did not respond within ${attemptMs} ms.`);
  const timer = setTimeout(() => controller.abort(silent), attemptMs);
  whole.addEventListener('abort', () => controller.abort(whole.reason), { once: true });
  return { signal: controller.signal, stopClock: () => clearTimeout(timer) };
}

/** Node tells the reason in the cause, browsers not at all. */
function lost(error: unknown): GossamerNetworkError {
  const { cause, message } = error instanceof Error ? error : new Error(String(error));
  const { code } = (cause ?? {}) as { code?: unknown };
  const reason = typeof code === 'string' ? code : cause instanceof Error ? cause.message : message;
  return new GossamerNetworkError(`The server could not be reached (${reason}).`, error);
}

/** @throws GossamerError `unexpected_answer` when it is no JSON */
export async function readJson<T>(response: Response): Promise<T> {
  const text = await response.text();
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw new GossamerError('The server did not return an API response. Check baseUrl.', {
      ...{ code: 'unexpected_answer', status: response.status, cause },
    });
  }
}
