import { type Call, type Connection, readJson, send } from './connection.ts';
import { assertTimeout, type Deadline, startDeadline } from './deadline.ts';
import { fetchByLink, type LinkedFile } from './fetch-by-link.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { type Fields, type ImageInput, toBody } from './image-input.ts';
import type { Manifest } from './manifest.ts';
import type {
  CallOptions,
  CompressOptions,
  GossamerOptions,
  ListOptions,
  PostOptions,
  SubmitOptions,
} from './options.ts';
import type { BatchItem, BatchResult, CompletedCompression, Compression, Estimate } from './types.ts';
import { untilCompleted, waitSeconds } from './until-completed.ts';
import { untilDelivered } from './until-delivered.ts';
import { apiRoot, toQuery } from './urls.ts';
import type { Usage } from './usage.ts';
import { type DownloadedVariant, variantName, variantsOf } from './variants.ts';

type Page = { data: Compression[]; nextCursor: string | null };
type Read<T> = (response: Response) => Promise<T>;

/** Timeout in milliseconds of a request without a body. The time that the server waits for a result is added. */
const answerMs = 30_000;
const defaults = { baseUrl: 'http://localhost:3000', timeoutMs: 300_000, maxRetries: 4 };

/**
 * A client of the Gossamer API. It keeps no connections open and need not be closed.
 *
 * Temporary failures are retried. Every call rejects with a `GossamerError` if it fails, or with the reason of its
 * `signal` if it is aborted.
 */
export class Gossamer {
  readonly #connection: Connection;
  readonly #timeoutMs: number;

  /**
   * Creates a client without sending a request.
   * @throws TypeError if `apiKey` or `baseUrl` is invalid
   * @throws RangeError if `timeoutMs` or `maxRetries` is out of range
   */
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

  /**
   * Compresses an image and waits until its job is completed. Use `download` to get the file.
   * @throws CompressionFailedError if the image cannot be compressed
   * @throws GossamerTimeoutError after `timeoutMs`; its `compressionId` can be passed to `wait`
   */
  compress(input: ImageInput, options: CompressOptions = {}): Promise<CompletedCompression> {
    return this.#within(options, async (deadline) => {
      const wait = waitSeconds(deadline);
      const job = await this.#post<Compression>('/compressions', input, { ...options, wait }, deadline);
      return untilCompleted(job, deadline, (seconds) => this.#get(job.id, seconds, deadline));
    });
  }

  /** Sends an image and returns its job, whose status is `processing` unless the job ends within `wait` seconds. */
  submit(input: ImageInput, options: SubmitOptions = {}): Promise<Compression> {
    return this.#within(options, (deadline) => this.#post('/compressions', input, options, deadline));
  }

  /** Returns the current state of a job. */
  get(id: string, options: CallOptions = {}): Promise<Compression> {
    return this.#within(options, (deadline) => this.#get(id, 0, deadline));
  }

  /**
   * Waits until a job is completed.
   * @throws CompressionFailedError if the job fails
   * @throws GossamerTimeoutError after `timeoutMs`
   */
  wait(id: string, options: CallOptions = {}): Promise<CompletedCompression> {
    return this.#within(options, async (deadline) => {
      const ask = (seconds: number) => this.#get(id, seconds, deadline);
      return untilCompleted(await ask(waitSeconds(deadline)), deadline, ask);
    });
  }

  /**
   * Waits until the deliveries of a job's files have ended, and returns the job. The `delivery` of the job and of each
   * variant is then `delivered` or `failed`. Returns at once if the job has none.
   * @throws GossamerTimeoutError after `timeoutMs`; the service continues to retry the delivery for up to a day
   */
  waitForDelivery(id: string, options: CallOptions = {}): Promise<Compression> {
    return this.#within(options, (deadline) =>
      untilDelivered(id, deadline, () => this.#get(id, 0, deadline)),
    );
  }

  /**
   * Iterates over the account's jobs, newest first: `for await (const job of gossamer.list())`. Pages are fetched on
   * demand, each within `timeoutMs`.
   */
  async *list(options: ListOptions = {}): AsyncGenerator<Compression, void, undefined> {
    const { status, pageSize } = options;
    let cursor: string | null = null;
    do {
      const query = toQuery({ cursor, status, limit: pageSize });
      const page: Page = await this.#read(`/compressions${query}`, options);
      yield* page.data;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  /**
   * Downloads the result of a completed job. For a job object, the signed link is used while it is valid; for an id,
   * the API is used.
   * @throws GossamerError `result_not_ready` if the job is not completed, `result_expired` if the file is deleted
   */
  download(job: string | Compression, options: CallOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    return this.#within(options, (deadline) => this.#fetchFile(job, deadline, readBytes));
  }

  /** Downloads a result like `download`, but returns a stream. `timeoutMs` applies until the stream starts. */
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

  /**
   * Downloads the variants of a completed job, one after another:
   * `for await (const { filename, bytes } of gossamer.downloadVariants(job))`. For a job object, the signed links are used
   * while they are valid. Each file is downloaded within `timeoutMs`.
   * @throws GossamerError `result_not_ready` if the job is not completed, `result_expired` if the files are deleted
   * @throws TypeError if the job was created without the option `variants`
   */
  async *downloadVariants(
    job: string | Compression,
    options: CallOptions = {},
  ): AsyncGenerator<DownloadedVariant, void, undefined> {
    const known = typeof job === 'string' ? await this.get(job, options) : job;
    for (const file of variantsOf(known)) {
      const path = `${jobPath(known.id)}/variants/${variantName(file)}`;
      const bytes = await this.#within(options, (deadline) =>
        this.#fetchLinked(file, path, deadline, readBytes),
      );
      yield { ...file, bytes };
    }
  }

  /**
   * Returns the manifest of a completed job: formats, sizes, scores, metadata and hashes of its files.
   * @throws GossamerError `result_not_ready` if the job is not completed
   */
  manifest(id: string, options: CallOptions = {}): Promise<Manifest> {
    return this.#read(`${jobPath(id)}/manifest`, options);
  }

  /** Deletes a job's files immediately. A job that is still processing is canceled. */
  delete(id: string, options: CallOptions = {}): Promise<void> {
    const call: Call = { method: 'DELETE', path: jobPath(id), attemptMs: answerMs };
    return this.#within(options, (deadline) =>
      send(this.#connection, call, deadline, async (response) => void (await response.text())),
    );
  }

  /** Sends up to 100 image URLs in one request. Each item is accepted or rejected separately; see `BatchResult`. */
  batch(items: readonly BatchItem[], options: PostOptions = {}): Promise<BatchResult> {
    const { idempotencyKey = newIdempotencyKey() } = options;
    const headers = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey };
    const body = JSON.stringify(items);
    const call: Call = { method: 'POST', path: '/compressions/batch', headers, body };
    return this.#within(options, (deadline) => send(this.#connection, call, deadline, readJson<BatchResult>));
  }

  /** Estimates the result of compressing an image. The image is not stored and does not count against the quota. */
  estimate(input: ImageInput, options: CompressOptions = {}): Promise<Estimate> {
    return this.#within(options, (deadline) => this.#post('/estimates', input, options, deadline));
  }

  /** Returns the account's usage, its limits and how long files are kept. */
  usage(options: CallOptions = {}): Promise<Usage> {
    return this.#read('/usage', options);
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

  #read<T>(path: string, options: CallOptions): Promise<T> {
    const call: Call = { method: 'GET', path, attemptMs: answerMs };
    return this.#within(options, (deadline) => send(this.#connection, call, deadline, readJson<T>));
  }

  async #post<T>(
    path: string,
    input: ImageInput,
    { signal: _, timeoutMs: __, idempotencyKey = newIdempotencyKey(), ...fields }: SubmitOptions,
    deadline: Deadline,
  ): Promise<T> {
    const { body, headers } = await toBody(input, fields as Fields, deadline.signal);
    const withKey = { ...headers, 'idempotency-key': idempotencyKey };
    const call: Call = { method: 'POST', path, body, headers: withKey };
    return send(this.#connection, call, deadline, readJson<T>);
  }

  #get(id: string, wait: number, deadline: Deadline): Promise<Compression> {
    const path = `${jobPath(id)}${toQuery({ wait: wait || undefined })}`;
    const attemptMs = answerMs + wait * 1_000;
    return send(this.#connection, { method: 'GET', path, attemptMs }, deadline, readJson<Compression>);
  }

  #fetchFile<T>(job: string | Compression, deadline: Deadline, read: Read<T>): Promise<T> {
    const [id, result] = typeof job === 'string' ? [job, null] : [job.id, job.result];
    return this.#fetchLinked(result, `${jobPath(id)}/download`, deadline, read);
  }

  /** Fetches a file by its link, without the key, or else from the API. */
  async #fetchLinked<T>(
    linked: LinkedFile | null,
    path: string,
    deadline: Deadline,
    read: Read<T>,
  ): Promise<T> {
    const fetched = linked && (await fetchByLink(this.#connection.fetch, linked, deadline, read));
    return fetched ? fetched.file : send(this.#connection, { method: 'GET', path }, deadline, read);
  }
}

const readBytes = async (response: Response) => new Uint8Array(await response.arrayBuffer());

const jobPath = (id: string) => `/compressions/${encodeURIComponent(id)}`;
