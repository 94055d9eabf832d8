import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '@gossamer/dev/print';
import { photo } from '@gossamer/testkit/images';
import { emptyReport, upload } from '../load.ts';
import { atLeast, atMost, exactly, inSeconds, type Measure } from '../measures.ts';
import { untilEnded, untilStarted } from '../queue.ts';
import { killAll } from '../signals.ts';
import { storedFiles } from '../store.ts';
import { acceptedIds, seeResults } from '../watch.ts';
import type { World } from '../world.ts';
import type { Outcome, Row } from './row.ts';

const retentionMs = 30_000;
/** Maximum delay in milliseconds between expiry and deletion. */
const graceMs = 60_000;
/** Milliseconds to wait before checking that deleted files have not reappeared. */
const afterMs = 15_000;

export const deletionRows: Row[] = [
  {
    name: 'files expire after 30 s, jobs tried again',
    store: 'directory',
    isDeadly: true,
    hasDeletions: true,
    env: {
      GATEWAY_ORIGINAL_RETENTION_MS: String(retentionMs),
      GATEWAY_RESULT_RETENTION_MS: String(retentionMs),
    },
    images: async () => [await photo({ widthPx: 7_000, heightPx: 5_000 })],
    fault: killAndErase,
    check: checkGone,
  },
];

/**
 * Kills workers while they process jobs. Then deletes the database rows and originals of other jobs that are being
 * processed.
 */
async function killAndErase(world: World, images: Buffer[]): Promise<Measure[]> {
  for (let n = 0; n < 3; n += 1) {
    killAll(world, 'worker');
    await sleep(2_000);
  }
  // Use large images, so that they can be deleted while they are being processed.
  const ids = await uploadEach(world, images, 2);
  for (const id of ids) await untilStarted(world.redis, id, 1);
  const deleted = await deletePending(world, ids);
  for (const id of deleted) rmSync(join(world.store.folder ?? '', 'originals', id), { force: true });
  await untilEnded(world.redis, ids);
  const goneAfterMs = await untilGone(world, deleted, graceMs);
  await sleep(afterMs);
  return [
    atLeast('deleted while being processed', deleted.length, 1),
    atMost('time from the last job to the deletion of all files', goneAfterMs, graceMs, inSeconds),
    noFiles('files stored again after their deletion', world, deleted),
  ];
}

/**
 * Deletes the database rows of pending compressions and returns their ids. Compressions that have already finished are
 * skipped, because their jobs would no longer delete the files.
 */
async function deletePending(world: World, ids: readonly string[]): Promise<string[]> {
  const deletion = "DELETE FROM compressions WHERE id = ANY($1) AND status = 'pending' RETURNING id";
  return (await world.query<{ id: string }>(deletion, [ids])).map(({ id }) => id);
}

async function uploadEach(world: World, files: Buffer[], uploads: number): Promise<string[]> {
  const report = emptyReport();
  await upload({ url: world.url, files, uploads, inFlight: uploads }, report);
  return acceptedIds(report);
}

async function checkGone(world: World, { ids, report, cookie }: Outcome): Promise<Measure[]> {
  const fresh = await uploadEach(world, [await photo({ widthPx: 300, heightPx: 200 })], 5);
  await untilEnded(world.redis, fresh);
  // Simulate an attempt that was killed between storing the preview and storing the result.
  for (const id of fresh) leaveBehind(world, `results/${id}/1-0-preview`);
  const limitMs = retentionMs + graceMs;
  const goneAfterMs = await untilGone(world, [...ids, ...fresh], limitMs);
  const served = await seeResults(world.url, cookie, report);
  await sleep(afterMs);
  return [
    atMost('time until all files are deleted', goneAfterMs, limitMs, inSeconds),
    exactly('links that still serve a file', served + (await seeResults(world.url, cookie, report)), 0),
    noFiles('files stored again after their expiry', world, [...ids, ...fresh]),
  ];
}

function leaveBehind({ store }: World, key: string): void {
  writeFileSync(join(store.folder ?? '', key), 'left behind');
}

async function untilGone(world: World, ids: string[], limitMs: number): Promise<number> {
  const startedAt = performance.now();
  while (filesOf(world, ids).length > 0 && performance.now() - startedAt <= limitMs) await sleep(500);
  return performance.now() - startedAt;
}

/** Returns the keys of the stored files that belong to the compressions. */
function filesOf({ store }: World, ids: readonly string[]): string[] {
  const wanted = new Set(ids);
  return storedFiles(store)
    .map(({ key }) => key)
    .filter((key) => wanted.has(key.split('/')[1] ?? ''));
}

/**
 * Returns the number of stored files that belong to the compressions, as a measured value with a limit of 0. Prints the
 * keys of these files.
 */
function noFiles(title: string, world: World, ids: readonly string[]): Measure {
  const keys = filesOf(world, ids);
  for (const key of keys) say(`      still stored: ${key}`);
  return exactly(title, keys.length, 0);
}
