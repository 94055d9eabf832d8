import { decodeInFull } from '@gossamer/testkit/pixels';
import type { Observation } from './history.ts';
import type { LoadReport } from './load.ts';
import { download } from './submit.ts';
import { sha256Of } from './watch.ts';

/** Downloads all results again. Each result must be available, complete and unchanged until it expires. */
export async function readAgain(url: string, cookie: string, report: LoadReport): Promise<void> {
  const completed = report.history.filter((seen) => seen.type === 'status' && seen.status === 'completed');
  for (const id of new Set(completed.map((seen) => seen.id))) {
    report.history.push(await readOnce(url, cookie, id));
  }
}

async function readOnce(url: string, cookie: string, id: string): Promise<Observation> {
  const atMs = performance.now();
  try {
    const answer = await download(url, cookie, id);
    if (!answer.ok) return { type: 'unreadable', id, atMs, what: `${answer.status} ${await answer.text()}` };
    const file = Buffer.from(await answer.arrayBuffer());
    await decodeInFull(file);
    return { type: 'result', id, atMs, sha256: sha256Of(file) };
  } catch (error) {
    return { type: 'unreadable', id, atMs, what: String(error) };
  }
}
