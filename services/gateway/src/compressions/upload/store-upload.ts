import type { GatewayDeps } from '../../deps.ts';
import type { Identity } from '../../http/identity/identity.ts';
import type { TurnBudget } from '../../http/turn-budget.ts';
import type { QuotaDenialCache } from '../../limits/quota-denial-cache.ts';
import { originalKey } from '../keys.ts';
import type { MemoryLimiter } from './memory-limiter.ts';
import { type StoredOriginal, storeOriginal } from './store-original.ts';

/** Limits that apply to uploads. */
export interface UploadGuards {
  /** Limits the memory held by uploads while they are being stored. */
  memory: MemoryLimiter;
  budget: TurnBudget;
  /** Cache of owners who have no quota left. */
  quotaDenials: QuotaDenialCache;
}

/**
 * Streams an image into storage under the given id. Of a rejected image, nothing is stored.
 * @throws AppError
 */
export function storeUpload(
  id: string,
  bytes: AsyncIterable<Buffer>,
  { announcedBytes, maxBytes }: { announcedBytes: number; maxBytes: number },
  { ownerKey }: Identity,
  { deps, guards }: { deps: GatewayDeps; guards: UploadGuards },
): Promise<StoredOriginal> {
  return storeOriginal(originalKey(id), bytes, {
    storage: deps.storage,
    reserve: ({ isSlow }) =>
      guards.memory.take(deps.storage.heldBytes(announcedBytes), { isSlow, name: ownerKey }),
    throughput: deps.config.uploads,
    budget: guards.budget,
    maxBytes,
  });
}
