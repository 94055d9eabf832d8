import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast, exactly, type Measure } from '../measures.ts';
import { storedFiles } from '../store.ts';
import type { World } from '../world.ts';
import type { Outcome, Row } from './row.ts';

const fullMs = 15_000;

export const diskRows: Row[] = [
  { name: 'disk full 15 s', store: 'small disk', load: { overMs: fullMs }, fault: fill, check: compareFiles },
];

async function fill({ store }: World): Promise<Measure[]> {
  // What is deleted meanwhile makes room, which is taken again.
  for (const until = performance.now() + fullMs; performance.now() < until; await sleep(500)) {
    store.disk?.fill();
  }
  store.disk?.free();
  return [];
}

interface Sizes {
  originalKey: string;
  originalSizeBytes: string;
  resultKey: string;
  resultSizeBytes: string;
}

/** Every row's objects are there whole, and nothing is left half-written. */
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
