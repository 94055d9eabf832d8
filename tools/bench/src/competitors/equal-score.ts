import type { OutputFormat } from '@gossamer/contracts/formats';
import { defaultSettings } from '@gossamer/contracts/settings';
import { compress } from '@gossamer/engine/compress';
import { qualityOf } from '@gossamer/engine/quality';
import { butteraugliOf } from '../butteraugli.ts';
import { type ScoredImage, scoreOf } from '../corpus.ts';
import type { Competitor } from './competitors.ts';

/** Sizes, scores and relative duration for an image that was compressed by a competitor and by the engine. */
export interface Pair {
  filename: string;
  competitorBytes: number;
  bytes: number;
  competitorScore: number;
  score: number;
  /** Butteraugli distances, if that metric is available. */
  competitorDistance: number | undefined;
  distance: number | undefined;
  /** The engine's duration divided by the competitor's. */
  timeRatio: number;
}

const maxPixels = 200_000_000;

/**
 * Compresses each image with the competitor, then with the engine at the quality that corresponds to the competitor's
 * score.
 */
export async function pairsAtEqualScore(
  images: ScoredImage[],
  competitor: Competitor,
  format: OutputFormat,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (const image of images) {
    const theirs = await timed(() => competitor(image.data));
    const competitorScore = await scoreOf(image, theirs.file);
    const ours = await timed(() => compressToScore(image.data, competitorScore, format));
    pairs.push({
      filename: image.filename,
      competitorBytes: theirs.file.length,
      bytes: ours.file.length,
      competitorScore,
      score: await scoreOf(image, ours.file),
      competitorDistance: await butteraugliOf(image.data, theirs.file),
      distance: await butteraugliOf(image.data, ours.file),
      timeRatio: ours.durationMs / theirs.durationMs,
    });
  }
  return pairs;
}

export async function compressToScore(
  data: Uint8Array,
  score: number,
  format: OutputFormat,
): Promise<Uint8Array> {
  const settings = { ...defaultSettings, quality: qualityOf(score), format };
  return (await compress(data, { settings, maxPixels })).data;
}

async function timed(work: () => Promise<Uint8Array>): Promise<{ file: Uint8Array; durationMs: number }> {
  const startedAt = performance.now();
  const file = await work();
  return { file, durationMs: performance.now() - startedAt };
}

/** Returns the geometric mean of the size ratios (engine to competitor), so that ratios of 0.5 and 2 average to 1. */
export function byteRatio(pairs: readonly Pick<Pair, 'bytes' | 'competitorBytes'>[]): number {
  const logs = pairs.map(({ bytes, competitorBytes }) => Math.log(bytes / competitorBytes));
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}
