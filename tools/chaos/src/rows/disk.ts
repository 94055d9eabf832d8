import { setTimeout as sleep } from 'node:timers/promises';
import { photo } from '@gossamer/testkit/images';
import { atLeast, atMost, exactly, inSeconds, type Measure } from '../measures.ts';
import { storedFiles } from '../store.ts';
import type { World } from '../world.ts';
import type { Outcome, Row } from './row.ts';

const fullMs = 15_000;

export const diskRows: Row[] = [
  {
    name: 'disk full 15 s',
    store: 'small disk',
    load: { overMs: fullMs },
    fault: (world) => fill(world),
    check: compareFiles,
  },
  {
    name: 'whole disk full 15 s',
    store: 'whole disk',
    // Use the default log level, at which every request is logged, because the logs are on the same disk.
    env: { LOG_LEVEL: 'info' },
    load: { overMs: fullMs },
    // Postgres restarts when the disk is full. Pending requests are answered only after the restart.
    limits: { slowestAnswerMs: 20_000 },
    fault: fillWhole,
    check: compareFiles,
  },
];

async function fill({ store }: World, leftBytes?: number): Promise<Measure[]> {
  // Fill the disk repeatedly, because deletions free space.
  for (const until = performance.now() + fullMs; performance.now() < until; await sleep(500)) {
    store.disk?.fill(leftBytes);
  }
  store.disk?.free();
  return [];
}

/**
 * Fills the disk that contains the storage, database, queue and logs. Checks that /healthz always responds and that
 * uploads are accepted again soon after space is freed.
 */
async function fillWhole(world: World): Promise<Measure[]> {
  const health = watchHealth(world.url);
  await fill(world, 0);
  const freedAt = performance.now();
  while (!(await isUploadAccepted(world.url))) {
    if (performance.now() - freedAt > giveUpMs) break;
    await sleep(250);
  }
  const recoveredMs = performance.now() - freedAt;
  const { asked, unanswered } = await health.stop();
  return [
    atLeast('requests to /healthz', asked, fullMs / 1_000),
    exactly('unanswered requests to /healthz', unanswered, 0),
    atMost('first accepted upload after', recoveredMs, recoveryMs, inSeconds),
  ];
}

const healthTimeoutMs = 2_000;
const recoveryMs = 10_000;
const giveUpMs = 60_000;

/** Requests /healthz twice per second until `stop` is called. */
function watchHealth(url: string): { stop(): Promise<{ asked: number; unanswered: number }> } {
  const seen = { asked: 0, unanswered: 0 };
  let isStopped = false;
  const asking = (async () => {
    for (; !isStopped; await sleep(500)) {
      seen.asked += 1;
      const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(healthTimeoutMs) }).catch(
        () => undefined,
      );
      if (!answer?.ok) seen.unanswered += 1;
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await asking;
      return seen;
    },
  };
}

/**
 * Returns whether the server accepts an upload from a new visitor within 5 s. The upload may have to wait behind
 * earlier uploads.
 */
async function isUploadAccepted(url: string): Promise<boolean> {
  const body = new FormData();
  body.append('image', new Blob([new Uint8Array(await photo({ widthPx: 64, heightPx: 48 }))]), 'probe.jpg');
  const request = { method: 'POST', body, signal: AbortSignal.timeout(5_000) };
  const answer = await fetch(`${url}/api/compress`, request).catch(() => undefined);
  return answer?.ok ?? false;
}

interface Sizes {
  originalKey: string;
  originalSizeBytes: string;
  resultKey: string;
  resultSizeBytes: string;
}

/** Checks that the original and the result of every compression are complete, and that no partial files remain. */
async function compareFiles(world: World, { report, ids }: Outcome): Promise<Measure[]> {
  const files = storedFiles(world.store);
  const rows = await world.query<Sizes>(
    `SELECT original_key AS "originalKey", original_size_bytes AS "originalSizeBytes",
      result_key AS "resultKey", result_size_bytes AS "resultSizeBytes"
      FROM compressions WHERE id = ANY($1)`,
    [ids],
  );
  const isWhole = (key: string, sizeBytes: string) =>
    files.some((file) => file.key === key && file.sizeBytes === Number(sizeBytes));
  const partial = rows.filter(
    (row) => !isWhole(row.originalKey, row.originalSizeBytes) || !isWhole(row.resultKey, row.resultSizeBytes),
  );
  return [
    atLeast('uploads refused as storage_full', report.refused.get('storage_full') ?? 0, 1),
    exactly('objects missing or partial', partial.length, 0),
    exactly('half-written files left', files.filter(({ key }) => key.startsWith('.incoming')).length, 0),
  ];
}
