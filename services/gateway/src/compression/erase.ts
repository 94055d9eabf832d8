import type { GatewayDeps } from '../deps.ts';
import { originalKey } from './keys.ts';

const batchSize = 20;

/**
 * Deletes every object of these compressions, of whichever run, and takes their jobs out of the queue. What fails is
 * logged: the sweeper and the settling side delete what is left. A job in work cannot be taken out; what it brings is
 * deleted when it is settled.
 */
export async function erase(
  deps: Pick<GatewayDeps, 'storage' | 'compressionJobs' | 'logger'>,
  ids: readonly string[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += batchSize) {
    await Promise.all(
      ids.slice(from, from + batchSize).map(async (id) => {
        const warn = (error: unknown) =>
          deps.logger.warn({ err: error, compressionId: id }, 'could not erase');
        // The job first, so that no run begins on what is about to go.
        await deps.compressionJobs.queue.remove(id).catch(warn);
        await eraseObjects(deps, id).catch(warn);
      }),
    );
  }
}

/** Deletes every object of one compression, of whichever run. */
export async function eraseObjects({ storage }: Pick<GatewayDeps, 'storage'>, id: string): Promise<void> {
  await storage.delete([originalKey(id), ...(await keysOfResults(storage, id))]);
}

/** A row whose original is gone; and by which address it came, which nothing asks for any more. */
export const originalForgotten = {
  originalKey: null,
  originalExpiresAt: null,
  fairKey: '',
  quotaSubjects: [] as string[],
};

/** What all runs have stored for a compression, those that came second or were killed too. */
export async function keysOfResults(storage: GatewayDeps['storage'], id: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(`results/${id}/`)) keys.push(key);
  return keys;
}
