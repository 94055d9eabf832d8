import type { ObjectInfo } from '@gossamer/service-kit/storage/storage';
import { compressionIdOf } from '../compressions/keys.ts';
import { unusedKeys } from '../compressions/results/unused-keys.ts';
import type { GatewayDeps } from '../deps.ts';

const batchSize = 500;

/**
 * Deletes old stored objects that no row references. Such objects remain after a crash during an upload or after a
 * duplicate run of a job. Recent objects are kept, because each object is stored before a row references it. Returns
 * the number of deleted objects.
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
  if (swept > 0) deps.logger.info({ objects: swept }, 'deleted unreferenced objects');
  return swept;
}

async function sweepBatch(deps: GatewayDeps, objects: ObjectInfo[]): Promise<number> {
  if (objects.length === 0) return 0;
  const keys = objects.map((object) => object.key);
  const pending = await deps.db
    .selectFrom('compressions')
    .select('id')
    .where('id', 'in', [...new Set(keys.map(compressionIdOf))])
    .where('status', '=', 'pending')
    .execute();
  const pendingIds = new Set(pending.map(({ id }) => id));
  // Until the next sweep, keep the objects of compressions that were pending when the batch began.
  const unused = await unusedKeys(deps.db, keys);
  const orphans = unused.filter((key) => !pendingIds.has(compressionIdOf(key)));
  await deps.storage.delete(orphans);
  return orphans.length;
}
