import { encodedFormats } from '@gossamer/contracts/formats';
import { z } from 'zod';
import { byteRatio } from '../competitors/equal-score.ts';
import { median } from '../figures.ts';

/** A file that one of the two sides made. Butteraugli is null if the metric is not installed. */
const made = z.object({
  format: z.enum(encodedFormats),
  bytes: z.int(),
  score: z.number(),
  butteraugli: z.number().nullable(),
  cpuMs: z.number(),
});
export type Made = z.infer<typeof made>;

const comparedImage = z.object({ name: z.string(), theirs: made, ours: made });
export type ComparedImage = z.infer<typeof comparedImage>;

const comparison = z.object({
  id: z.string(),
  tool: z.string(),
  /** Settings of the other tool. */
  settings: z.string(),
  group: z.enum(['photos', 'graphics']),
  /** Format of our files. `auto` is the smallest of JPEG, PNG and WebP. */
  format: z.enum([...encodedFormats, 'auto']),
  images: z.array(comparedImage),
});
export type Comparison = z.infer<typeof comparison>;

/** Results of the public benchmark: each image with each tool, and our file at the same score. */
export const results = z.object({
  measuredOn: z.iso.date(),
  /** Versions of the encoders. */
  versions: z.record(z.string(), z.string()),
  comparisons: z.array(comparison),
});
export type Results = z.infer<typeof results>;

/** Summary of a comparison. Ratios below 1 are in our favor. */
export interface Summary {
  /** Geometric mean of our bytes divided by theirs. */
  bytes: number;
  /** The image with the largest ratio of bytes. */
  worst: { name: string; bytes: number };
  /** Mean of our score minus theirs. */
  points: number;
  /** Median of our Butteraugli distance divided by theirs; null if it was not measured or their files are lossless. */
  butteraugli: number | null;
  /** Median of our CPU time divided by theirs. */
  cpu: number;
}

export function summaryOf({ images }: Comparison): Summary {
  const ratios = images.map(({ name, ours, theirs }) => ({ name, bytes: ours.bytes / theirs.bytes }));
  const worst = ratios.reduce((one, other) => (other.bytes > one.bytes ? other : one));
  const points = images.reduce((sum, { ours, theirs }) => sum + ours.score - theirs.score, 0);
  const distances = images.flatMap(({ ours, theirs }) =>
    ours.butteraugli && theirs.butteraugli ? [ours.butteraugli / theirs.butteraugli] : [],
  );
  return {
    bytes: ratioOf(images),
    worst,
    points: points / images.length,
    butteraugli: distances.length > 0 ? median(distances) : null,
    cpu: median(images.map(({ ours, theirs }) => ours.cpuMs / theirs.cpuMs)),
  };
}

/** Returns the geometric mean of our bytes divided by theirs. */
export function ratioOf(images: readonly ComparedImage[]): number {
  return byteRatio(images.map(({ ours, theirs }) => ({ bytes: ours.bytes, competitorBytes: theirs.bytes })));
}
