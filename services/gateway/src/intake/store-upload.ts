import type { CompressionSettings } from '@gossamer/contracts/settings';
import { originalKey } from '../compression/keys.ts';
import type { GatewayDeps } from '../deps.ts';
import type { Identity } from '../identity/identity.ts';
import type { Exhausted } from '../limits/exhausted.ts';
import { type StoredOriginal, storeOriginal } from './store-original.ts';
import type { TurnBudget } from './turn-budget.ts';
import type { UploadRoom } from './upload-room.ts';

/** What an upload must have room in. */
export interface IntakeGuards {
  /** The memory that storing takes. */
  room: UploadRoom;
  budget: TurnBudget;
  /** Those whose day is used up. */
  exhausted: Exhausted;
}

/** A picture that has arrived whole; no row knows it yet. */
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

/** Deletes a picture that no row names. What a store that is away keeps, the sweeper finds. */
export async function discardUpload({ storage }: Pick<GatewayDeps, 'storage'>, id: string): Promise<void> {
  await storage.delete([originalKey(id)]).catch(() => undefined);
}

/** Streams one picture into the store under its id. Nothing stays of what is refused. @throws AppError */
export function storeUpload(
  id: string,
  bytes: AsyncIterable<Buffer>,
  announcedBytes: number,
  identity: Identity,
  { deps, guards }: { deps: GatewayDeps; guards: IntakeGuards },
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
