import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf } from '@gossamer/dev/processes/children';
import { photo } from '@gossamer/testkit/images';
import { type FileWatch, watchFiles } from '../file-watch.ts';
import { emptyReport, upload } from '../load.ts';
import { atLeast, atMost, exactly, inSeconds, type Measure } from '../measures.ts';
import { readJobs } from '../queue.ts';
import { signal } from '../signals.ts';
import { acceptedIds, seeResults, watch } from '../watch.ts';
import type { World } from '../world.ts';
import type { Outcome, Row } from './row.ts';

const retentionMs = 90_000;
const graceMs = 60_000;
const hourMs = 3_600_000;
const uploads = 20;

export const clockRows: Row[] = [clockRow()];

function clockRow(): Row {
  let files: FileWatch | undefined;
  return {
    name: 'a worker 2 h ahead, a gateway 5 min behind',
    store: 'directory',
    hasDeletions: true,
    load: { uploads: 20, overMs: 10_000 },
    processes: { hasSecondGateway: true, clocks: { 'worker-1': '+2h', 'gateway-2': '-5m' } },
    env: {
      GATEWAY_ORIGINAL_RETENTION_MS: String(retentionMs),
      GATEWAY_RESULT_RETENTION_MS: String(retentionMs),
    },
    fault: (world) => {
      files = watchFiles(world.store);
      return goThroughBoth(world);
    },
    check: (world, outcome) => checkFiles(world, outcome, files),
  };
}

/** Checks that both gateways accept sessions, and that the gateway with the slow clock does not reject uploads. */
async function goThroughBoth(world: World): Promise<Measure[]> {
  const { url, otherUrl } = world;
  const known = [await signUpThere(url, otherUrl), await signUpThere(otherUrl, url)];
  const report = emptyReport();
  const files = [await photo({ widthPx: 600, heightPx: 400 })];
  const uploading = upload({ url: otherUrl, files, uploads, inFlight: 4, overMs: 8_000 }, report);
  // Kill engine processes to cause retries, whose start times depend on the worker's clock. Kill them only twice,
  // because a job fails after its third attempt.
  for (let n = 0; n < 2; n += 1) {
    await sleep(2_000);
    for (const child of childrenOf(world.processes('worker-1')[0]?.pid)) signal(child, 'SIGKILL');
  }
  await watch(url, await uploading, report, 60_000);
  const refused = [...report.refused].map(([code, count]) => `${count} ${code}`).join(', ') || 'none';
  const completed = report.history.filter((seen) => seen.type === 'status' && seen.status === 'completed');
  const jobs = await readJobs(world.redis, acceptedIds(report));
  const ahead = jobs.filter(({ startedAt }) => startedAt > Date.now() + hourMs).length;
  return [
    exactly("each gateway's responses to the other's sessions", known.join(', '), '200, 200'),
    exactly('uploads refused by the slow gateway', refused, 'none'),
    exactly('completed uploads of the slow gateway', completed.length, uploads),
    atLeast('of these, completed by the fast worker', ahead, 1),
  ];
}

/** Signs up at one gateway. Returns the HTTP status with which the other gateway responds to the new session. */
async function signUpThere(url: string, other: string): Promise<number> {
  const email = `${randomBytes(8).toString('hex')}@example.com`;
  const response = await fetch(`${url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ firstName: 'Maya', lastName: 'Rand', email, password: 'long enough' }),
  });
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return (await fetch(`${other}/api/auth/user`, { headers: { cookie: cookies.join('; ') } })).status;
}

/**
 * Checks that both gateways serve every result until it expires, and that files are not deleted before their expiry.
 */
async function checkFiles(
  world: World,
  { ids, report, cookie }: Outcome,
  files: FileWatch | undefined,
): Promise<Measure[]> {
  const served = [world.url, world.otherUrl].map((url) => seeResults(url, cookie, report));
  const settled = await world.query<{ id: string; finalizedAt: Date }>(
    'SELECT id, finalized_at AS "finalizedAt" FROM compressions WHERE id = ANY($1)',
    [ids],
  );
  const sinceMs = new Map(settled.map((row) => [row.id, row.finalizedAt.getTime()]));
  const lived = await untilGone(files, sinceMs);
  const livedMs = lived.flat();
  return [
    exactly(
      'results served by each gateway',
      (await Promise.all(served)).join(', '),
      `${ids.length}, ${ids.length}`,
    ),
    exactly(
      'observed deletions of original and result',
      lived.filter((both) => both.length === 2).length,
      ids.length,
    ),
    atLeast('first file deleted after', Math.min(...livedMs), retentionMs, inSeconds),
    atMost('last file deleted after', Math.max(...livedMs), retentionMs + graceMs, inSeconds),
  ];
}

/**
 * Waits until all files are deleted. Returns how long the original and the result of each compression were stored,
 * measured with the correct clock.
 */
async function untilGone(
  files: FileWatch | undefined,
  sinceMs: ReadonlyMap<string, number>,
): Promise<number[][]> {
  const look = () =>
    [...sinceMs].map(([id, since]) => files?.goneAtMs(id).map((goneAt) => goneAt - since) ?? []);
  const deadline = performance.now() + retentionMs + 2 * graceMs;
  while (look().some((both) => both.length < 2) && performance.now() < deadline) await sleep(500);
  files?.stop();
  return look();
}
