import { setTimeout as sleep } from 'node:timers/promises';
import { idempotencyHeader } from '@gossamer/contracts/compressions';
import type { Observation } from './history.ts';
import { waitSeconds } from './retry-after.ts';
import type { Fields } from './submit.ts';

export interface LoadOptions {
  url: string;
  files: readonly Buffer[];
  /** Settings of every upload, by the names of the form fields. Default: those of the page. */
  fields?: Fields;
  uploads: number;
  /** Number of concurrent uploads. */
  inFlight: number;
  /** Milliseconds over which the uploads are spread. By default, uploads start without delay. */
  overMs?: number;
}

export interface LoadReport {
  history: Observation[];
  /** Number of 503 and 507 responses with a valid Retry-After, by error code. These uploads are retried. */
  refused: Map<string, number>;
  /** Number of failed connections. Their uploads are retried with the same idempotency key. */
  broken: number;
  /** Error responses other than rejections with a valid Retry-After header. */
  wrong: string[];
  /** Number of requests without a response after three minutes. */
  hung: number;
  slowestAnswerMs: number;
}

const maxTries = 60;
const hungAfterMs = 180_000;
const storageFull = 507;

/**
 * Uploads images like a well-behaved client: uses one idempotency key per image, and retries after broken connections
 * and according to Retry-After.
 */
export async function upload(options: LoadOptions, report: LoadReport): Promise<string> {
  const cookie = await visitorCookie(options.url);
  const runKey = Math.random().toString(36).slice(2, 10);
  const startedAt = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < options.uploads) {
      const index = next;
      next += 1;
      const dueMs = (index / options.uploads) * (options.overMs ?? 0);
      await sleep(Math.max(0, startedAt + dueMs - performance.now()));
      const id = await uploadOne(options, report, {
        cookie,
        key: `${runKey}-${String(index).padStart(6, '0')}`,
        index,
      });
      if (id) report.history.push({ type: 'accepted', id, atMs: performance.now() - startedAt });
    }
  };
  await Promise.all(Array.from({ length: options.inFlight }, worker));
  return cookie;
}

export const emptyReport = (): LoadReport => ({
  history: [],
  refused: new Map(),
  broken: 0,
  wrong: [],
  hung: 0,
  slowestAnswerMs: 0,
});

/** Creates a new visitor and returns the visitor's cookie. */
export async function visitorCookie(url: string): Promise<string> {
  const response = await fetch(`${url}/api/compressions`);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

interface One {
  cookie: string;
  key: string;
  index: number;
}

async function uploadOne(options: LoadOptions, report: LoadReport, one: One): Promise<string | undefined> {
  const file = options.files[one.index % options.files.length] ?? Buffer.alloc(0);
  for (let tries = 0; tries < maxTries; tries += 1) {
    const startedAt = performance.now();
    const answer = await post(options, file, one).catch(() => undefined);
    const tookMs = performance.now() - startedAt;
    report.slowestAnswerMs = Math.max(report.slowestAnswerMs, tookMs);
    if (answer === undefined) {
      report.broken += 1;
      if (tookMs >= hungAfterMs) report.hung += 1;
      await sleep(500);
      continue;
    }
    const id = await readAnswer(answer, report);
    if (typeof id === 'string') return id;
    if (id.againAfterSeconds === undefined) return undefined;
    await sleep(id.againAfterSeconds * 1_000);
  }
  report.wrong.push('given up');
  return undefined;
}

/**
 * Returns the compression id if the upload was accepted. Otherwise, returns the number of seconds to wait before
 * retrying, which is undefined if the response is invalid.
 */
async function readAnswer(
  answer: Response,
  report: LoadReport,
): Promise<string | { againAfterSeconds: number | undefined }> {
  const body = (await answer.json().catch(() => ({}))) as { compressionId?: string; code?: string };
  if (body.compressionId) return body.compressionId;
  const retryAfter = answer.headers.get('retry-after');
  const isPutOff = answer.status === 503 || answer.status === storageFull;
  const askedSeconds = isPutOff ? waitSeconds(retryAfter) : undefined;
  // The Retry-After header of a 507 response is one minute. The test frees disk space sooner, so it retries after one
  // second.
  const againAfterSeconds = answer.status === storageFull ? askedSeconds && 1 : askedSeconds;
  if (againAfterSeconds === undefined || body.code === undefined) {
    report.wrong.push(`${answer.status} ${body.code}, Retry-After ${retryAfter ?? 'none'}`);
    return { againAfterSeconds: undefined };
  }
  report.refused.set(body.code, (report.refused.get(body.code) ?? 0) + 1);
  return { againAfterSeconds: Math.max(1, againAfterSeconds) };
}

function post({ url, fields = {} }: LoadOptions, file: Buffer, one: One): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('image', new Blob([new Uint8Array(file)]), `${one.key}.jpg`);
  return fetch(`${url}/api/compress`, {
    method: 'POST',
    body,
    headers: { cookie: one.cookie, [idempotencyHeader]: one.key },
    signal: AbortSignal.timeout(hungAfterMs),
  });
}
