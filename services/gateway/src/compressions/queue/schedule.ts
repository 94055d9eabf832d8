import { affordablePace, type CostFacts, estimateCostMs, namedFormats } from '@gossamer/contracts/cost';
import type { EnginePace } from '@gossamer/contracts/engine-report';
import type { InputFormat } from '@gossamer/contracts/formats';
import { maxFrames } from '@gossamer/contracts/limits';
import { type Lane, laneOf } from '@gossamer/contracts/queue-priority';
import type { CompressionSettings, Resize } from '@gossamer/contracts/settings';
import type { Dimensions } from './read-dimensions.ts';

/** What is known of a job before its file is decoded. */
export interface JobFacts {
  original: { format: InputFormat; sizeBytes: number; dimensions: Dimensions | undefined };
  settings: CompressionSettings;
  /** Width × height × frames that its owner may send. */
  maxPixels: number;
}

/** How a job is queued and done. */
export interface Schedule {
  lane: Lane;
  /** Estimated engine time in milliseconds. */
  costMs: number;
  pace: EnginePace;
  /** The engine's time limit in milliseconds, where it is tighter than the worker's. */
  timeoutMs: number | undefined;
}

/** What the load asks for. */
export interface Load {
  /** Whether the encoder settings shall come from a table instead of a search. */
  isHigh: boolean;
  /** Whether an anonymous visitor's expensive job would make others wait. */
  isAnonymousBesideOthers: boolean;
}

/** Visitors' jobs above this estimate are done at the fast pace while others wait. */
const anonymousThoroughMs = 8_000;
/** The engine's time limit of visitors' jobs while others wait. */
const anonymousTimeoutMs = 20_000;
/** Of an animation whose frames are not counted yet. */
const bytesPerFrame = 4_096;
/** Of a file whose header does not hold its size within the first bytes. */
const pixelsPerByte = 8;

/** Returns how a job is to be queued and done: at the asked pace if one is given, else by the load. */
export function scheduleJob(job: JobFacts, asked: EnginePace | undefined, load: Load): Schedule {
  const facts = costFactsOf(job);
  const thoroughMs = estimateCostMs({ ...facts, pace: 'thorough' });
  const isTooLong = load.isAnonymousBesideOthers && thoroughMs > anonymousThoroughMs;
  const wanted = asked ?? (load.isHigh || isTooLong ? 'fast' : 'thorough');
  const pace = affordablePace({ ...facts, pace: wanted });
  const costMs = estimateCostMs({ ...facts, pace });
  const timeoutMs = load.isAnonymousBesideOthers ? anonymousTimeoutMs : undefined;
  return { lane: laneOf(costMs), costMs, pace, timeoutMs };
}

function costFactsOf({ original, settings, maxPixels }: JobFacts): Omit<CostFacts, 'pace'> {
  const { format, sizeBytes, dimensions } = original;
  const framePixels = dimensions ? dimensions.widthPx * dimensions.heightPx : sizeBytes * pixelsPerByte;
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
    formats: namedFormats(settings),
    quality: settings.quality,
  };
}

/** Pixels after resizing, which never enlarges. */
function resizedPixels(
  { widthPx, heightPx }: Resize,
  dimensions: Dimensions | undefined,
  decodedPixels: number,
): number {
  if (!dimensions) return decodedPixels;
  const shares = [
    (widthPx ?? dimensions.widthPx) / dimensions.widthPx,
    (heightPx ?? dimensions.heightPx) / dimensions.heightPx,
  ];
  return decodedPixels * Math.min(1, ...shares) ** 2;
}
