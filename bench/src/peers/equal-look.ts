import { compress } from '@gossamer/compressor-worker/engine/compress';
import { qualityOf } from '@gossamer/compressor-worker/engine/quality';
import type { OutputFormat } from '@gossamer/contracts/formats';
import { defaultSettings } from '@gossamer/contracts/settings';
import { type ScoredPicture, scoreOf } from '../corpus.ts';
import type { Peer } from './peers.ts';

/** One picture by a peer and by us. */
export interface Pair {
  filename: string;
  peerBytes: number;
  bytes: number;
  peerScore: number;
  score: number;
  /** Our time by the peer's. */
  timeRatio: number;
}

const maxPixels = 200_000_000;

/** Ours is asked for the score that the peer has reached, picture by picture. */
export async function pairsAtEqualScore(
  pictures: ScoredPicture[],
  peer: Peer,
  format: OutputFormat,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (const picture of pictures) {
    const theirs = await timed(() => peer(picture.data));
    const peerScore = await scoreOf(picture, theirs.file);
    const ours = await timed(() => compressToScore(picture.data, peerScore, format));
    pairs.push({
      filename: picture.filename,
      peerBytes: theirs.file.length,
      bytes: ours.file.length,
      peerScore,
      score: await scoreOf(picture, ours.file),
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

/** The geometric mean of our bytes by theirs: a halving and a doubling cancel each other. */
export function byteRatio(pairs: readonly Pick<Pair, 'bytes' | 'peerBytes'>[]): number {
  const logs = pairs.map(({ bytes, peerBytes }) => Math.log(bytes / peerBytes));
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}
