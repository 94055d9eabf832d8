import type { Compression } from '@gossamer/contracts/compressions';
import type { CompressionSettings } from '@gossamer/contracts/settings';
import type { Failure } from '../../../lib/api-failure.ts';
import { savedPercent } from '../../../lib/saved-percent.ts';
import type { Rejection } from '../drop/sort-files.ts';

export type Result = Pick<
  Compression,
  | 'id'
  | 'originalFormat'
  | 'format'
  | 'width'
  | 'height'
  | 'report'
  | 'originalUrl'
  | 'downloadUrl'
  | 'thumbnailUrl'
  | 'expiresAt'
> & {
  compressedSize: number;
  compressionRatio: number;
  alreadyOptimal: boolean;
};

/** Where an item stands. `held`: the server had no free slot; it goes on by itself. */
export type Step =
  | { name: 'idle' }
  | { name: 'queued' }
  | { name: 'held'; resumeAtMs: number }
  | { name: 'uploading'; sentPercent: number; isOffline: boolean }
  | { name: 'compressing'; compressionId?: string }
  | { name: 'completed'; result: Result }
  | { name: 'failed'; failure: Failure; compressionId?: string };

/** What is shown of a file. */
export type FileFacts = Pick<File, 'name' | 'size'>;

export type UploadItem = {
  key: string;
  file: FileFacts;
  /** Its bytes; a page that was loaded again has them no more. */
  original?: File;
  isSample: boolean;
  /** Counts the tries that the user asked for; a re-send of the same try keeps its number. */
  tryCount: number;
  settings?: CompressionSettings;
  step: Step;
  isDownloaded: boolean;
  previewUrl?: string;
};

export type UploadsState = {
  items: UploadItem[];
  /** What "Clear all" took away, while it can still be undone. */
  cleared: UploadItem[];
  /** Keys started since the last report of a finished batch. */
  batch: string[];
  /** The last files that stayed out. */
  rejections: Rejection[];
  /** The limit that an upload ran into; nothing starts by itself after it. */
  reachedLimit?: Failure | undefined;
};

export const noUploads: UploadsState = { items: [], cleared: [], batch: [], rejections: [] };

/** The day's allowance is used up: the next upload would fail as well. */
export const isDailyLimit = ({ reason }: Failure) =>
  reason === 'daily_limit_reached' ||
  reason === 'address_limit_reached' ||
  reason === 'unconfirmed_limit_reached';

/** The specification's four states of a queue item. */
export function statusOf({ step }: UploadItem): 'pending' | 'processing' | 'completed' | 'failed' {
  if (step.name === 'completed' || step.name === 'failed') return step.name;
  return step.name === 'uploading' || step.name === 'compressing' ? 'processing' : 'pending';
}

export type CompletedItem = UploadItem & { step: { name: 'completed'; result: Result } };

export const isCompleted = (item: UploadItem): item is CompletedItem => item.step.name === 'completed';
export const isSettled = (item: UploadItem) => item.step.name === 'completed' || item.step.name === 'failed';
/** Faults of the file itself, which another try meets again whatever the settings are. */
const faultsOfFile: ReadonlySet<Failure['reason']> = new Set([
  'empty_file',
  'unsupported_format',
  'corrupt_image',
  'file_too_large',
  'request_too_large',
  'too_many_pixels',
  'too_many_frames',
  'image_too_complex',
]);
/** Without its bytes there is nothing to send again, and a file that is at fault itself stays so. */
export const canRetry = ({ step, original }: UploadItem) =>
  step.name === 'failed' && original !== undefined && !faultsOfFile.has(step.failure.reason);
/** Between the press of Compress and the end. */
export const isUnderWay = (item: UploadItem) => !isSettled(item) && item.step.name !== 'idle';

/** Accepted by the server, end not known here: the list of compressions may tell. */
export function awaitedCompressionId({ step }: UploadItem): string | undefined {
  if (step.name === 'compressing') return step.compressionId;
  return step.name === 'failed' && step.failure.reason === 'status_unknown' ? step.compressionId : undefined;
}

/** The server's name of what became of an item, as soon as it is known. */
export function compressionIdOf({ step }: UploadItem): string | undefined {
  if (step.name === 'completed') return step.result.id;
  return step.name === 'compressing' || step.name === 'failed' ? step.compressionId : undefined;
}

/** Would be gone with the page; what the server has accepted is listed again. */
export const isLostOnLeave = (item: UploadItem) => isUnderWay(item) && compressionIdOf(item) === undefined;

/** One key per item and try. */
export const idempotencyKeyOf = (item: UploadItem) => `${item.key}-${item.tryCount}`;

const isInProgress = ({ step }: UploadItem) =>
  step.name === 'uploading' || (step.name === 'compressing' && step.compressionId === undefined);

/** The items to upload now: in order, and none while the server has no free slot. */
export function startable({ items }: UploadsState, maxInFlight: number): UploadItem[] {
  if (items.some((item) => item.step.name === 'held')) return [];
  const free = Math.max(0, maxInFlight - items.filter(isInProgress).length);
  return items.filter((item) => item.step.name === 'queued').slice(0, free);
}

/** When the first held item may be tried again. */
export function resumeAtMs({ items }: UploadsState): number | undefined {
  const times = items.flatMap(({ step }) => (step.name === 'held' ? [step.resumeAtMs] : []));
  return times.length > 0 ? Math.min(...times) : undefined;
}

export type BatchSummary = {
  completed: number;
  failed: number;
  /** Returned to the list by the day's limit. */
  heldBack: number;
  /** The limit, where something was held back. */
  firstFailure?: Failure | undefined;
};

/** Undefined while a batch is under way, or when there is none. */
export function finishedBatch({ items, batch, reachedLimit }: UploadsState): BatchSummary | undefined {
  const members = items.filter((item) => batch.includes(item.key));
  if (members.length === 0 || members.some(isUnderWay)) return undefined;
  const completed = members.filter(isCompleted).length;
  const failures = members.flatMap(({ step }) => (step.name === 'failed' ? [step.failure] : []));
  const heldBack = members.length - completed - failures.length;
  return {
    completed,
    failed: failures.length,
    heldBack,
    firstFailure: heldBack > 0 ? reachedLimit : failures[0],
  };
}

export type Totals = { originalBytes: number; keptBytes: number; savedBytes: number; savedPercent: number };

/** Over the completed items; those "already optimal" count with their size, failed ones do not count. */
export function totalsOf(items: UploadItem[]): Totals | undefined {
  let originalBytes = 0;
  let keptBytes = 0;
  for (const { step, file } of items) {
    if (step.name !== 'completed') continue;
    originalBytes += file.size;
    keptBytes += step.result.compressedSize;
  }
  if (originalBytes === 0) return undefined;
  return {
    originalBytes,
    keptBytes,
    savedBytes: Math.max(0, originalBytes - keptBytes),
    savedPercent: savedPercent(originalBytes, keptBytes),
  };
}

/** Undefined when the row cannot be shown as completed. */
export function toResult(compression: Omit<Compression, 'status'>): Result | undefined {
  const { compressedSize, compressionRatio, alreadyOptimal = false } = compression;
  if (compressedSize === undefined || compressionRatio === undefined) return undefined;
  const { id, originalFormat, format, width, height, report } = compression;
  const { originalUrl, downloadUrl, thumbnailUrl, expiresAt } = compression;
  return {
    id,
    originalFormat,
    format,
    width,
    height,
    report,
    originalUrl,
    downloadUrl,
    thumbnailUrl,
    expiresAt,
    compressedSize,
    compressionRatio,
    alreadyOptimal,
  };
}
