import type { Compression, QueuePlace } from '@gossamer/contracts/compressions';
import type { CompressionSettings } from '@gossamer/contracts/settings';
import type { Failure } from '../../../lib/api-failure.ts';
import { savedPercent } from '../../../lib/saved-percent.ts';
import type { Rejection } from '../drop/sort-files.ts';
import { isSameSettings } from '../settings/compress-settings.ts';

export type Result = Pick<
  Compression,
  | 'originalFormat'
  | 'format'
  | 'width'
  | 'height'
  | 'report'
  | 'originalUrl'
  | 'downloadUrl'
  | 'thumbnailUrl'
  | 'variants'
  | 'expiresAt'
> & {
  /** Undefined if the image was compressed on this device. The URLs then refer to files in memory. */
  id?: string;
  compressedSize: number;
  compressionRatio: number;
  alreadyOptimal: boolean;
};

/** State of an upload item. `held` means that the server was busy; the upload resumes automatically. */
export type Step =
  | { name: 'idle' }
  | { name: 'queued' }
  | { name: 'held'; resumeAtMs: number }
  | { name: 'uploading'; sentPercent: number; isOffline: boolean }
  | { name: 'compressing'; compressionId?: string; queue?: QueuePlace | undefined }
  | { name: 'completed'; result: Result }
  | { name: 'failed'; failure: Failure; compressionId?: string };

/** File properties that the list shows. */
export type FileFacts = Pick<File, 'name' | 'size'>;

/** The last result of an item, with the settings that it was compressed with. */
export type EarlierResult = Pick<UploadItem, 'settings' | 'ownSettings'> & { result: Result };

export type UploadItem = {
  key: string;
  file: FileFacts;
  /** Original file. Undefined after a page reload. */
  original?: File;
  isSample: boolean;
  /** Whether the user has sent this image to the cloud, because this device could not process it. */
  isForCloud?: boolean;
  /** Number of attempts started by the user, excluding automatic retries. */
  tryCount: number;
  /** Settings of the last or the running compression. */
  settings?: CompressionSettings | undefined;
  /** Settings that the user chose for this image alone. They replace those of the list. */
  ownSettings?: CompressionSettings | undefined;
  /** The previous result, kept while the item is being compressed again and restored if that fails. */
  earlier?: EarlierResult | undefined;
  /** Reason why the item could not be compressed again. */
  problem?: Failure | undefined;
  step: Step;
  isDownloaded: boolean;
  previewUrl?: string;
};

export type UploadsState = {
  items: UploadItem[];
  /** Items removed by "Clear all". Undo can restore them. */
  cleared: UploadItem[];
  /** Keys of the items in the current batch: those started since the previous batch was reported. */
  batch: string[];
  /** Files that were rejected when the user last added files. */
  rejections: Rejection[];
  /** Daily limit that an upload has reached. No upload starts until the user presses Compress. */
  reachedLimit?: Failure | undefined;
};

export const noUploads: UploadsState = { items: [], cleared: [], batch: [], rejections: [] };

/** Returns whether an upload failed because of a daily limit. Further uploads would fail as well. */
export const isDailyLimit = ({ reason }: Failure) =>
  reason === 'daily_limit_reached' ||
  reason === 'address_limit_reached' ||
  reason === 'unconfirmed_limit_reached';

export type CompletedItem = UploadItem & { step: { name: 'completed'; result: Result } };

export const isCompleted = (item: UploadItem): item is CompletedItem => item.step.name === 'completed';
export const isSettled = (item: UploadItem) => item.step.name === 'completed' || item.step.name === 'failed';
/** Failures caused by the file itself. A retry would fail regardless of the settings. */
const faultsOfFile: ReadonlySet<Failure['reason']> = new Set([
  'empty_file',
  'unsupported_format',
  'corrupt_image',
  'file_too_large',
  'request_too_large',
  'too_many_pixels',
  'too_many_frames',
  'multiple_images',
  'camera_raw',
  'image_too_complex',
]);
/** Returns whether a failed item can be retried. Its file must be in memory and must not have caused the failure. */
export const canRetry = ({ step, original }: UploadItem) =>
  step.name === 'failed' && original !== undefined && !faultsOfFile.has(step.failure.reason);
/** Returns the settings that apply to an item: its own settings, or those of the list. */
export function settingsFor({ ownSettings }: UploadItem, ofList: CompressionSettings): CompressionSettings {
  return ownSettings ?? ofList;
}

/** Returns whether the original of a completed item still exists: in memory, or on the server. */
export const hasOriginal = ({ original, step: { result } }: CompletedItem) =>
  original !== undefined || result.originalUrl !== undefined;

/** Returns whether a completed item can be compressed with other settings: they differ, and its original exists. */
export function canCompressAgain(item: UploadItem, settings: CompressionSettings): item is CompletedItem {
  if (!isCompleted(item) || item.settings === undefined || isSameSettings(item.settings, settings))
    return false;
  return hasOriginal(item);
}

/** Returns the item with its last result if it was being compressed again and has not completed. */
export function withEarlierResult(item: UploadItem, problem?: Failure): UploadItem {
  const { earlier, ...rest } = item;
  if (!earlier) return item;
  return {
    ...rest,
    settings: earlier.settings,
    ownSettings: earlier.ownSettings,
    step: { name: 'completed', result: earlier.result },
    ...(problem && { problem }),
  };
}

/** Returns whether an item has started and not finished. */
export const isUnderWay = (item: UploadItem) => !isSettled(item) && item.step.name !== 'idle';

/** Returns the compression id of an accepted item whose outcome is unknown. */
export function awaitedCompressionId({ step }: UploadItem): string | undefined {
  if (step.name === 'compressing') return step.compressionId;
  return step.name === 'failed' && step.failure.reason === 'status_unknown' ? step.compressionId : undefined;
}

/** Returns the compression id of an item, or undefined if the server has not accepted the item. */
export function compressionIdOf({ step }: UploadItem): string | undefined {
  if (step.name === 'completed') return step.result.id;
  return step.name === 'compressing' || step.name === 'failed' ? step.compressionId : undefined;
}

/** Returns whether leaving the page would lose the item. Items that the server has accepted are restored later. */
export const isLostOnLeave = (item: UploadItem) =>
  (isUnderWay(item) || (isCompleted(item) && !item.isDownloaded)) && compressionIdOf(item) === undefined;

const isInProgress = ({ step }: UploadItem) =>
  step.name === 'uploading' || (step.name === 'compressing' && step.compressionId === undefined);

/** Returns the items to upload now, in order. Returns no items while the server is busy. */
export function startable({ items }: UploadsState, maxInFlight: number): UploadItem[] {
  if (items.some((item) => item.step.name === 'held')) return [];
  const free = Math.max(0, maxInFlight - items.filter(isInProgress).length);
  return items.filter((item) => item.step.name === 'queued').slice(0, free);
}

/** Returns the earliest time (Unix milliseconds) at which an upload can be retried after the server was busy. */
export function resumeAtMs({ items }: UploadsState): number | undefined {
  const times = items.flatMap(({ step }) => (step.name === 'held' ? [step.resumeAtMs] : []));
  return times.length > 0 ? Math.min(...times) : undefined;
}

export type Totals = { originalBytes: number; keptBytes: number; savedBytes: number; savedPercent: number };

/**
 * Returns the total sizes of all completed items, or undefined if there are none. Already optimal items count with
 * their full size.
 */
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

/** Returns the result of a compression, or undefined if required fields are missing. */
export function toResult(compression: Omit<Compression, 'status'>): Result | undefined {
  const { compressedSize, compressionRatio, alreadyOptimal = false } = compression;
  if (compressedSize === undefined || compressionRatio === undefined) return undefined;
  const { id, originalFormat, format, width, height, report } = compression;
  const { originalUrl, downloadUrl, thumbnailUrl, variants, expiresAt } = compression;
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
    variants,
    expiresAt,
    compressedSize,
    compressionRatio,
    alreadyOptimal,
  };
}
