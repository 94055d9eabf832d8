import type { ObjectInfo } from '@gossamer/service-kit/storage/storage';
import type { GatewayDeps } from '../deps.ts';

const batchSize = 500;

/**
 * Deletes objects that no row names: of uploads cut off by a crash, of runs that came second. Only old ones, since an
 * upload or a run under way has its object before its row. Returns how many went.
 */
export async function sweep(deps: GatewayDeps, olderThanMs: number): Promise<number> {
  const before = Date.now() - olderThanMs;
  let swept = 0;
  for (const prefix of ['originals/', 'results/']) {
    let batch: ObjectInfo[] = [];
    for await (const object of deps.storage.list(prefix)) {
      if (object.modifiedAt.getTime() < before) batch.push(object);
      if (batch.length < batchSize) continue;
      swept += await sweepBatch(deps, batch);
      batch = [];
    }
    swept += await sweepBatch(deps, batch);
  }
  if (swept > 0) deps.logger.info({ objects: swept }, 'swept');
  return swept;
}

async function sweepBatch(deps: GatewayDeps, objects: ObjectInfo[]): Promise<number> {
  if (objects.length === 0) return 0;
  const rows = await deps.db
    .selectFrom('compressions')
    .select(['id', 'status', 'originalKey', 'resultKey', 'previewKey'])
    .where('id', 'in', [...new Set(objects.map(compressionIdOf))])
    .execute();
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const orphans = objects.filter((object) => {
    const row = rowsById.get(compressionIdOf(object));
    if (row === undefined) return true;
    return row.status !== 'pending' && ![row.originalKey, row.resultKey, row.previewKey].includes(object.key);
  });
  await deps.storage.delete(orphans.map((object) => object.key));
  return orphans.length;
}

/** Keys are `originals/<id>` and `results/<id>/<run>…`. */
function compressionIdOf(object: ObjectInfo): string {
  return object.key.split('/')[1] ?? '';
}
