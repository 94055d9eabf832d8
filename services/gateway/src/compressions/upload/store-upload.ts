import type { CompressionSettings } from '@gossamer/contracts/settings';
import type { GatewayDeps } from '../../deps.ts';
import type { Identity } from '../../http/identity/identity.ts';
import type { QuotaDenialCache } from '../../limits/quota-denial-cache.ts';
import { originalKey } from '../keys.ts';
import type { MemoryLimiter } from './memory-limiter.ts';
import { type StoredOriginal, storeOriginal } from './store-original.ts';
import type { TurnBudget } from './turn-budget.ts';

/** Limits that apply to uploads. */
export interface UploadGuards {
  /** Limits the memory held by uploads while they are being stored. */
  room: MemoryLimiter;
  budget: TurnBudget;
  /** Cache of owners who have no quota left. */
  quotaDenials: QuotaDenialCache;
}

/** A completely received and stored image that is not referenced by a row yet. */
export interface StoredUpload {
  id: string;
  filename: string;
  original: StoredOriginal;
}

/** A validated upload that can be accepted. */
export interface ReceivedUpload extends StoredUpload {
  settings: CompressionSettings;
  /** The source of the upload, and the metadata sent by an API client. */
  job: UploadJob;
  /** Set if the original is a copy of an earlier upload's original, which is compressed again. */
  again?: { uploadId: string; originalExpiresAt: Date };
}

export type UploadJob =
  | { source: 'web' }
  | { source: 'api'; metadata: Record<string, string>; webhookUrl: string | null }
  | { source: 'estimate' };

/** Returns the maximum file size for a caller, in bytes. */
export function maxFileBytesOf({ config }: Pick<GatewayDeps, 'config'>, { tier }: Identity): number {
  return (tier === 'pro' ? config.plans.pro : config.plans.free).maxFileBytes;
}

/** Deletes a stored image that no row references. If storage is unavailable, the sweeper deletes it later. */
export async function discardUpload({ storage }: Pick<GatewayDeps, 'storage'>, id: string): Promise<void> {
  await storage.delete([originalKey(id)]).catch(() => undefined);
}

/**
 * Streams an image into storage under the given id. A rejected image is deleted.
 * @throws AppError
 */
export function storeUpload(
  id: string,
  bytes: AsyncIterable<Buffer>,
  announcedBytes: number,
  identity: Identity,
  { deps, guards }: { deps: GatewayDeps; guards: UploadGuards },
): Promise<StoredOriginal> {
  return storeOriginal(originalKey(id), bytes, {
    storage: deps.storage,
    reserve: ({ isSlow }) =>
      guards.room.take(deps.storage.heldBytes(announcedBytes), { isSlow, name: identity.ownerKey }),
    throughput: deps.config.uploads,
    budget: guards.budget,
    maxBytes: maxFileBytesOf(deps, identity),
  });
}
