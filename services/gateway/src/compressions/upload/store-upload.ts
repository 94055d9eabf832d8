import type { CompressionSettings } from '@gossamer/contracts/settings';
import type { GatewayDeps } from '../../deps.ts';
import type { Identity } from '../../http/identity/identity.ts';
import type { QuotaDenialCache } from '../../limits/quota-denial-cache.ts';
import { originalKey } from '../keys.ts';
import type { MemoryLimiter } from './memory-limiter.ts';
import { type StoredOriginal, storeOriginal } from './store-original.ts';
import type { TurnBudget } from './turn-budget.ts';

/** What an upload must have room in. */
export interface UploadGuards {
  /** The memory that storing takes. */
  room: MemoryLimiter;
  budget: TurnBudget;
  /** Those whose day is used up. */
  quotaDenials: QuotaDenialCache;
}

/** An image that has arrived whole; no row knows it yet. */
export interface StoredUpload {
  id: string;
  filename: string;
  original: StoredOriginal;
}

/** An upload that is worth accepting. */
export interface ReceivedUpload extends StoredUpload {
  settings: CompressionSettings;
  /** How it came, and what a program says of it. */
  job: UploadJob;
}

export type UploadJob =
  | { source: 'web' }
  | { source: 'api'; metadata: Record<string, string>; webhookUrl: string | null }
  | { source: 'estimate' };

/** The largest file that somebody may send. */
export function maxFileBytesOf({ config }: Pick<GatewayDeps, 'config'>, { tier }: Identity): number {
  return (tier === 'pro' ? config.plans.pro : config.plans.free).maxFileBytes;
}

/** Deletes an image that no row names. What a store that is away keeps, the sweeper finds. */
export async function discardUpload({ storage }: Pick<GatewayDeps, 'storage'>, id: string): Promise<void> {
  await storage.delete([originalKey(id)]).catch(() => undefined);
}

/** Streams one image into the store under its id. Nothing stays of what is refused. @throws AppError */
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
      guards.room.take(deps.storage.heldBytes(announcedBytes), { isSlow, name: identity.fairKey }),
    pace: deps.config.uploads,
    budget: guards.budget,
    maxBytes: maxFileBytesOf(deps, identity),
  });
}
