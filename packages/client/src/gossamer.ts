import { type Call, type Connection, type Fetch, readJson, send } from './connection.ts';
import { assertTimeout, type Deadline, startDeadline } from './deadline.ts';
import { fetchByLink } from './fetch-by-link.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { type Fields, type ImageInput, toBody } from './image-input.ts';
import type {
  BatchItem,
  BatchResult,
  CompletedCompression,
  Compression,
  CompressionOptions,
  CompressionStatus,
  Estimate,
  JobNotes,
  Usage,
} from './types.ts';
import { untilCompleted, waitSeconds } from './until-completed.ts';

export interface GossamerOptions {
  /** `gsm_…`, from the account's page. Whoever has it can use the account: keep it on a server. */
  apiKey: string;
  /** Where the service is. Default `http://localhost:3000`. */
  baseUrl?: string | URL | undefined;
  /** What sends the requests. Default: the global `fetch`. */
  fetch?: Fetch | undefined;
  /** How long a call may take, its retries and its waiting included. Default five minutes. */
  timeoutMs?: number | undefined;
  /** How often a request is sent again after a failure that may pass. Default 4. */
  maxRetries?: number | undefined;
}

/** For every call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Instead of the client's. */
  timeoutMs?: number | undefined;
}

/** For calls that do something. */
export interface PostOptions extends CallOptions {
  /** 8 to 64 letters, digits, `-` or `_`. Default: a new one for each call. */
  idempotencyKey?: string | undefined;
}

export interface CompressOptions extends CompressionOptions, JobNotes, PostOptions {}

export interface SubmitOptions extends CompressOptions {
  /** Seconds to wait for the result, at most 60. Default 0. */
  wait?: number | undefined;
}

export interface ListOptions extends CallOptions {
  status?: CompressionStatus | undefined;
  /** Jobs fetched at a time, at most 100. Default 50. */
  pageSize?: number | undefined;
}

interface Page {
  data: Compression[];
  nextCursor: string | null;
}

/** Time for an answer to a request without a body, beside what the server was asked to wait. */
const answerMs = 30_000;
const defaults = { baseUrl: 'http://localhost:3000', timeoutMs: 300_000, maxRetries: 4 };

/** A client of the API. It holds no connection and need not be closed. */
export class Gossamer {
  readonly #connection: Connection;
  readonly #timeoutMs: number;

  /** @throws TypeError, RangeError when an option is of no use */
  constructor(options: GossamerOptions) {
    const { apiKey, baseUrl, timeoutMs = defaults.timeoutMs, maxRetries = defaults.maxRetries } = options;
    if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey)) {
      throw new TypeError('apiKey must be an API key: gsm_ followed by 40 characters.');
    }
    if (!(maxRetries >= 0)) throw new RangeError('maxRetries must be 0 or more.');
    assertTimeout(timeoutMs);
    this.#timeoutMs = timeoutMs;
    const fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
    this.#connection = { root: apiRoot(baseUrl ?? defaults.baseUrl), apiKey, fetch, maxRetries };
  }

  /** Compresses an image and waits for the result. @throws GossamerError, CompressionFailedError */
  compress(input: ImageInput, options: CompressOptions = {}): Promise<CompletedCompression> {
    return this.#within(options, async (deadline) => {
      const wait = waitSeconds(deadline);
      const job = await this.#post<Compression>('/compressions', input, { ...options, wait }, deadline);
      return untilCompleted(job, deadline, (seconds) => this.#get(job.id, seconds, deadline));
    });
  }

  /** Sends an image and gives the job as it is then: done, where it was waited for long enough. @throws GossamerError */
  submit(input: ImageInput, options: SubmitOptions = {}): Promise<Compression> {
    return this.#within(options, (deadline) => this.#post('/compressions', input, options, deadline));
  }

  /** One job. @throws GossamerError */
  get(id: string, options: CallOptions = {}): Promise<Compression> {
    return this.#within(options, (deadline) => this.#get(id, 0, deadline));
  }

  /** Waits until a job is done. @throws GossamerError, CompressionFailedError */
  wait(id: string, options: CallOptions = {}): Promise<CompletedCompression> {
    return this.#within(options, async (deadline) => {
      const ask = (seconds: number) => this.#get(id, seconds, deadline);
      return untilCompleted(await ask(waitSeconds(deadline)), deadline, ask);
    });
  }

  /** The account's jobs, newest first; pages are fetched as they are needed, each within `timeoutMs`. @throws GossamerError */
  async *list(options: ListOptions = {}): AsyncGenerator<Compression, void, undefined> {
    const { status, pageSize } = options;
    let cursor: string | null = null;
    do {
      const query = toQuery({ cursor, status, limit: pageSize });
      const call: Call = { method: 'GET', path: `/compressions${query}`, attemptMs: answerMs };
      const page: Page = await this.#within(options, (deadline) =>
        send(this.#connection, call, deadline, readJson<Page>),
      );
      yield* page.data;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  /** The file of a job that is done; of a job as it was just given, by its link. @throws GossamerError */
  download(job: string | Compression, options: CallOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    return this.#within(options, (deadline) =>
      this.#fetchFile(job, deadline, async (response) => new Uint8Array(await response.arrayBuffer())),
    );
  }

  /** The same as a stream; `timeoutMs` is for its beginning. @throws GossamerError */
  async downloadStream(
    job: string | Compression,
    options: CallOptions = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const deadline = startDeadline(options.timeoutMs ?? this.#timeoutMs, options.signal);
    try {
      return await this.#fetchFile(job, deadline, async ({ body }) => body ?? new Blob([]).stream());
    } finally {
      deadline.stopClock();
    }
  }

  /** Deletes a job's files now, and stops it where it is not done. @throws GossamerError */
  delete(id: string, options: CallOptions = {}): Promise<void> {
    const call: Call = { method: 'DELETE', path: jobPath(id), attemptMs: answerMs };
    return this.#within(options, (deadline) =>
      send(this.#connection, call, deadline, async (response) => void (await response.text())),
    );
  }

  /** Sends up to 100 addresses at once; each is accepted or refused for itself. @throws GossamerError */
  batch(items: readonly BatchItem[], options: PostOptions = {}): Promise<BatchResult> {
    const { idempotencyKey = newIdempotencyKey() } = options;
    const headers = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey };
    const body = JSON.stringify(items);
    const call: Call = { method: 'POST', path: '/compressions/batch', headers, body };
    return this.#within(options, (deadline) => send(this.#connection, call, deadline, readJson<BatchResult>));
  }

  /** What compressing would come to. Nothing is kept or counted. @throws GossamerError */
  estimate(input: ImageInput, options: CompressOptions = {}): Promise<Estimate> {
    return this.#within(options, (deadline) => this.#post('/estimates', input, options, deadline));
  }

  /** What was used and what is allowed. @throws GossamerError */
  usage(options: CallOptions = {}): Promise<Usage> {
    const call: Call = { method: 'GET', path: '/usage', attemptMs: answerMs };
    return this.#within(options, (deadline) => send(this.#connection, call, deadline, readJson<Usage>));
  }

  async #within<T>(
    { timeoutMs = this.#timeoutMs, signal }: CallOptions,
    act: (deadline: Deadline) => Promise<T>,
  ): Promise<T> {
    const deadline = startDeadline(timeoutMs, signal);
    try {
      return await act(deadline);
    } finally {
      deadline.release();
    }
  }

  async #post<T>(
    path: string,
    input: ImageInput,
    { signal: _, timeoutMs: __, idempotencyKey = newIdempotencyKey(), ...fields }: SubmitOptions,
    deadline: Deadline,
  ): Promise<T> {
    const { body, headers } = await toBody(input, fields as Fields, deadline.signal);
    const call: Call = {
      method: 'POST',
      path,
      body,
      headers: { ...headers, 'idempotency-key': idempotencyKey },
    };
    return send(this.#connection, call, deadline, readJson<T>);
  }

  #get(id: string, wait: number, deadline: Deadline): Promise<Compression> {
    const path = `${jobPath(id)}${toQuery({ wait: wait || undefined })}`;
    const attemptMs = answerMs + wait * 1_000;
    return send(this.#connection, { method: 'GET', path, attemptMs }, deadline, readJson<Compression>);
  }

  async #fetchFile<T>(
    job: string | Compression,
    deadline: Deadline,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const linked =
      typeof job === 'object' && (await fetchByLink(this.#connection.fetch, job, deadline, read));
    if (linked) return linked.file;
    const path = `${jobPath(typeof job === 'string' ? job : job.id)}/download`;
    return send(this.#connection, { method: 'GET', path }, deadline, read);
  }
}

const jobPath = (id: string) => `/compressions/${encodeURIComponent(id)}`;

function toQuery(values: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)] as [string, string]],
  );
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

/** @throws TypeError when it is no address of a server */
function apiRoot(baseUrl: string | URL): string {
  const url = URL.canParse(String(baseUrl)) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new TypeError('baseUrl must be an http or https URL.');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}/api/v1`;
}
