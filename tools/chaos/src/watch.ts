import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Observation } from './history.ts';
import type { LoadReport } from './load.ts';

const lookTimeoutMs = 10_000;
const deletedStatuses: ReadonlySet<number> = new Set([404, 410]);

export function acceptedIds(report: LoadReport): string[] {
  return report.history.flatMap((seen) => (seen.type === 'accepted' ? [seen.id] : []));
}

/**
 * Polls all accepted compressions and downloads the results until every compression has finished or `timeoutMs`
 * expires.
 */
export async function watch(
  url: string,
  cookie: string,
  report: LoadReport,
  timeoutMs: number,
): Promise<void> {
  const startedAt = performance.now();
  const open = new Set(acceptedIds(report));
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

/** Polls one compression once. Returns true if it has finished. */
async function look(url: string, cookie: string, id: string, note: (seen: Unseen) => void): Promise<boolean> {
  const get = (path: string) =>
    fetch(url + path, { headers: { cookie }, signal: AbortSignal.timeout(lookTimeoutMs) });
  const answer = await get(`/api/compression/${id}`);
  if (!answer.ok) return false;
  const { status, downloadUrl } = (await answer.json()) as { status: Status; downloadUrl?: string };
  note({ type: 'status', id, status });
  if (status !== 'completed' || !downloadUrl) return status !== 'processing';
  const result = await get(downloadUrl);
  if (!result.ok) return false;
  note({ type: 'result', id, sha256: sha256Of(Buffer.from(await result.arrayBuffer())) });
  // The ETag is the hash that the server stored when the result was created. If the downloaded file has another hash,
  // this records a second result.
  note({ type: 'result', id, sha256: result.headers.get('etag')?.replaceAll('"', '') ?? 'none' });
  return true;
}

export const sha256Of = (file: Buffer): string => createHash('sha256').update(file).digest('hex');

/**
 * Requests the results of all accepted compressions and records which results exist and which were deleted. Returns the
 * number of existing results.
 */
export async function seeResults(url: string, cookie: string, report: LoadReport): Promise<number> {
  let served = 0;
  for (const id of acceptedIds(report)) {
    const answer = await fetch(`${url}/api/download/${id}`, { headers: { cookie } });
    const sha256 = sha256Of(Buffer.from(await answer.arrayBuffer()));
    const seen = { id, atMs: performance.now() };
    if (answer.ok) {
      served += 1;
      report.history.push({ ...seen, type: 'result', sha256 });
    } else if (deletedStatuses.has(answer.status)) report.history.push({ ...seen, type: 'deleted' });
  }
  return served;
}
