import { affordableEffort, type CostFacts, estimateCostMs } from '@gossamer/contracts/cost';
import type { EngineEffort } from '@gossamer/contracts/engine-report';
import type { InputFormat } from '@gossamer/contracts/formats';
import { maxFrames } from '@gossamer/contracts/limits';
import { type Lane, laneOf } from '@gossamer/contracts/queue-priority';
import {
  type CompressionSettings,
  limitsFileSize,
  namedFormats,
  type Resize,
  resolveFormat,
} from '@gossamer/contracts/settings';
import { variantFilesOf } from '@gossamer/contracts/variant-settings';
import type { Dimensions } from './read-dimensions.ts';

/** Properties of a job that are known before its file is decoded. */
export interface JobFacts {
  original: { format: InputFormat; sizeBytes: number; dimensions: Dimensions | undefined };
  settings: CompressionSettings;
  /** Maximum number of pixels (width × height × frames) that the owner's plan allows. */
  maxPixels: number;
}

/** Queue lane, cost and limits of a job. */
export interface Schedule {
  lane: Lane;
  /** Estimated engine time in milliseconds. */
  costMs: number;
  effort: EngineEffort;
  /** Limit of the engine's processor time in milliseconds, if it is shorter than the worker's time limit. */
  timeoutMs: number | undefined;
}

/** Current load of the queue, which determines effort and time limit. */
export interface Load {
  /** Whether the queue wait time is so long that encoder settings are taken from a table instead of searched for. */
  isHigh: boolean;
  /** Whether the job belongs to a visitor while other owners' jobs are waiting. */
  isAnonymousBesideOthers: boolean;
}

/** Estimated cost in ms above which visitors' jobs run with effort `fast` while other owners' jobs are waiting. */
const anonymousThoroughMs = 8_000;
/** Limit, in milliseconds, on the engine's processor time for visitors' jobs while other owners' jobs are waiting. */
const anonymousTimeoutMs = 20_000;
/** Assumed number of bytes per frame, used to estimate the number of frames in an animation from the file size. */
const bytesPerFrame = 4_096;
/** Assumed number of pixels per byte, used if the first bytes of a file do not contain the image dimensions. */
const pixelsPerByte = 8;
/**
 * Assumed number of pixels per byte of a TIFF file. The value is lower than for other formats, because TIFF files are
 * hardly compressed. The first bytes often lack the dimensions, because TIFF files can store them after the pixels.
 */
const tiffPixelsPerByte = 1;

/**
 * Determines the lane, cost and limits of a job.
 * @param options `effort` overrides the effort that depends on the load
 */
export function scheduleJob(job: JobFacts, asked: EngineEffort | undefined, load: Load): Schedule {
  const facts = costFactsOf(job);
  const thoroughMs = estimateCostMs({ ...facts, effort: 'thorough' });
  const isTooLong = load.isAnonymousBesideOthers && thoroughMs > anonymousThoroughMs;
  const wanted = asked ?? (load.isHigh || isTooLong ? 'fast' : 'thorough');
  const effort = affordableEffort({ ...facts, effort: wanted });
  const costMs = estimateCostMs({ ...facts, effort });
  const timeoutMs = load.isAnonymousBesideOthers ? anonymousTimeoutMs : undefined;
  return { lane: laneOf(costMs), costMs, effort, timeoutMs };
}

function costFactsOf({ original, settings, maxPixels }: JobFacts): Omit<CostFacts, 'effort'> {
  const { format, sizeBytes, dimensions } = original;
  const guessedPixels = sizeBytes * (format === 'tiff' ? tiffPixelsPerByte : pixelsPerByte);
  const framePixels = dimensions ? dimensions.widthPx * dimensions.heightPx : guessedPixels;
  const mostFrames = Math.min(maxFrames, Math.ceil(sizeBytes / bytesPerFrame));
  const frames = dimensions?.isAnimated ? Math.max(1, mostFrames) : 1;
  const decodedPixels = Math.min(framePixels * frames, maxPixels);
  return {
    inputFormat: format,
    decodedPixels,
    encodedPixels: settings.resize
      ? resizedPixels(settings.resize, dimensions, decodedPixels)
      : decodedPixels,
    frames,
    scans: 1,
    formats: namedFormats(resolveFormat(settings, format)),
    quality: settings.quality,
    isSizeLimited: limitsFileSize(settings),
    isArchive: settings.archive === true,
    variants: settings.variants && variantFilesOf(dimensions ?? guessedSize(framePixels), settings.variants),
  };
}

/** Returns the size of a photo with the given number of pixels and the most common aspect ratio, 4:3. */
function guessedSize(pixels: number) {
  const heightPx = Math.max(1, Math.round(Math.sqrt(pixels * 0.75)));
  return { widthPx: Math.max(1, Math.round(pixels / heightPx)), heightPx };
}

/** Returns the number of pixels after resizing. Images are never enlarged. */
function resizedPixels(
  { widthPx, heightPx, percent = 100 }: Resize,
  dimensions: Dimensions | undefined,
  decodedPixels: number,
): number {
  if (!dimensions) return decodedPixels;
  const shares = [
    percent / 100,
    (widthPx ?? dimensions.widthPx) / dimensions.widthPx,
    (heightPx ?? dimensions.heightPx) / dimensions.heightPx,
  ];
  return decodedPixels * Math.min(1, ...shares) ** 2;
}
