import { compress } from '@gossamer/compressor-worker/engine/compress';
import { qualityOf } from '@gossamer/compressor-worker/engine/quality';
import type { OutputFormat } from '@gossamer/contracts/formats';
import { defaultSettings } from '@gossamer/contracts/settings';
import { type ScoredImage, scoreOf } from '../corpus.ts';
import type { Peer } from './peers.ts';

/** One image as compressed by another encoder and by ours. */
export interface Pair {
  filename: string;
  peerBytes: number;
  bytes: number;
  peerScore: number;
  score: number;
  /** Our time divided by the other encoder's. */
  timeRatio: number;
}

const maxPixels = 200_000_000;

/** Compresses each image with the score that the other encoder reached. */
export async function pairsAtEqualScore(
  images: ScoredImage[],
  peer: Peer,
  format: OutputFormat,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (const image of images) {
    const theirs = await timed(() => peer(image.data));
    const peerScore = await scoreOf(image, theirs.file);
    const ours = await timed(() => compressToScore(image.data, peerScore, format));
    pairs.push({
      filename: image.filename,
      peerBytes: theirs.file.length,
      bytes: ours.file.length,
      peerScore,
      score: await scoreOf(image, ours.file),
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

/** Returns the geometric mean of our bytes divided by theirs, so that a halving and a doubling cancel each other. */
export function byteRatio(pairs: readonly Pick<Pair, 'bytes' | 'peerBytes'>[]): number {
  const logs = pairs.map(({ bytes, peerBytes }) => Math.log(bytes / peerBytes));
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}
