import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { idempotencyHeader } from '@gossamer/contracts/compressions';
import type { Observation } from './history.ts';

export interface LoadOptions {
  url: string;
  files: readonly Buffer[];
  uploads: number;
  /** Uploads under way at a time. */
  inFlight: number;
}

export interface LoadReport {
  history: Observation[];
  /** Answers with 503 and Retry-After, each tried again. */
  refused: number;
  /** Connections that broke, each tried again with the same key. */
  broken: number;
  /** Answers that are neither a success nor a refusal that says when to come again. */
  wrong: string[];
  slowestAnswerMs: number;
}

const maxTries = 60;
const requestTimeoutMs = 30_000;

/** Uploads like a careful client: one key for each picture, trying again when told to or when the connection broke. */
export async function upload(options: LoadOptions, report: LoadReport): Promise<string> {
  const cookie = await visitorCookie(options.url);
  const runKey = Math.random().toString(36).slice(2, 10);
  const startedAt = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < options.uploads) {
      const index = next;
      next += 1;
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
  refused: 0,
  broken: 0,
  wrong: [],
  slowestAnswerMs: 0,
});

async function visitorCookie(url: string): Promise<string> {
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
    const answer = await post(options.url, file, one).catch(() => undefined);
    report.slowestAnswerMs = Math.max(report.slowestAnswerMs, performance.now() - startedAt);
    if (answer === undefined) {
      report.broken += 1;
      await sleep(500);
      continue;
    }
    const body = (await answer.json()) as { compressionId?: string; code?: string };
    if (body.compressionId) return body.compressionId;
    const retryAfterSeconds = Number(answer.headers.get('retry-after') ?? 0);
    if (answer.status !== 503 || retryAfterSeconds === 0) {
      report.wrong.push(`${answer.status} ${body.code}`);
      return undefined;
    }
    report.refused += 1;
    await sleep(retryAfterSeconds * 1_000);
  }
  report.wrong.push('given up');
  return undefined;
}

function post(url: string, file: Buffer, one: One): Promise<Response> {
  const body = new FormData();
  body.append('image', new Blob([new Uint8Array(file)]), `${one.key}.jpg`);
  return fetch(`${url}/api/compress`, {
    method: 'POST',
    body,
    headers: { cookie: one.cookie, [idempotencyHeader]: one.key },
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
}

/** Watches every accepted compression until it ends and its result is fetched, or until time is up. */
export async function watch(
  url: string,
  cookie: string,
  report: LoadReport,
  timeoutMs: number,
): Promise<void> {
  const startedAt = performance.now();
  const open = new Set(report.history.flatMap((seen) => (seen.type === 'accepted' ? [seen.id] : [])));
  const note = (seen: Unseen) => report.history.push({ ...seen, atMs: performance.now() - startedAt });
  while (open.size > 0 && performance.now() - startedAt < timeoutMs) {
    for (const id of open) {
      const isDone = await look(url, cookie, id, note).catch(() => false);
      if (isDone) open.delete(id);
    }
    await sleep(250);
  }
}

type Unseen = { type: 'status'; id: string; status: Status } | { type: 'result'; id: string; sha256: string };
type Status = Extract<Observation, { type: 'status' }>['status'];

/** Looks at one compression once; true when there is nothing more to see. */
async function look(url: string, cookie: string, id: string, note: (seen: Unseen) => void): Promise<boolean> {
  const get = (path: string) =>
    fetch(url + path, { headers: { cookie }, signal: AbortSignal.timeout(10_000) });
  const answer = await get(`/api/compression/${id}`);
  if (!answer.ok) return false;
  const { status, downloadUrl } = (await answer.json()) as { status: Status; downloadUrl?: string };
  note({ type: 'status', id, status });
  if (status !== 'completed' || !downloadUrl) return status !== 'processing';
  const result = await get(downloadUrl);
  if (!result.ok) return false;
  const sha256 = createHash('sha256')
    .update(Buffer.from(await result.arrayBuffer()))
    .digest('hex');
  note({ type: 'result', id, sha256 });
  return true;
}
