import type { CompressionOptions } from './compression-options.ts';
import type { Fetch } from './connection.ts';
import type { CompressionStatus, JobNotes } from './types.ts';

/** Client options. Only `apiKey` is required. */
export interface GossamerOptions {
  /** API key (`gsm_…`) from your account page. It gives access to your account, so keep it on a server. */
  apiKey: string;
  /** URL of the service. Defaults to `http://localhost:3000`. */
  baseUrl?: string | URL | undefined;
  /** Function that sends requests. Defaults to the global `fetch`. */
  fetch?: Fetch | undefined;
  /** Maximum duration of a call in milliseconds, including retries and waiting. Defaults to 300,000 (5 minutes). */
  timeoutMs?: number | undefined;
  /** Maximum number of retries after temporary failures of a request. Defaults to 4. */
  maxRetries?: number | undefined;
}

/** Options for every call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Overrides the client's `timeoutMs` for this call. */
  timeoutMs?: number | undefined;
}

/** Options for calls that send a POST request. */
export interface PostOptions extends CallOptions {
  /**
   * Idempotency key. Requests with the same key are processed only once within 24 hours, so a call can be repeated
   * safely. The key consists of 8 to 64 letters, digits, `-` or `_`. Defaults to a new key for each call, which all
   * retries of the call share.
   */
  idempotencyKey?: string | undefined;
}

/** Options for `compress` and `estimate`. */
export interface CompressOptions extends CompressionOptions, JobNotes, PostOptions {}

/** Options for `submit`. */
export interface SubmitOptions extends CompressOptions {
  /** Seconds that the server waits for the result before it responds, 0 to 60. Defaults to 0. */
  wait?: number | undefined;
}

/** Options for `list`. */
export interface ListOptions extends CallOptions {
  /** Status of the jobs to return. */
  status?: CompressionStatus | undefined;
  /** Number of jobs to fetch per request, 1 to 100. Defaults to 50. */
  pageSize?: number | undefined;
}
