import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createReference } from '../src/ssimulacra2.ts';
import { fixture, fixturesDir } from './images.ts';

/** An original and a distorted image with their reference scores. See fixtures/README.md. */
interface Pair {
  original: string;
  distorted: string;
  score: number;
  butteraugli?: number;
  butteraugli3Norm?: number;
}

const pairs: Pair[] = JSON.parse(readFileSync(join(fixturesDir, 'scores.json'), 'utf8'));

async function ourScore({ original, distorted }: Pair): Promise<number> {
  return createReference(await fixture(original)).score(await fixture(distorted));
}

describe('the SSIMULACRA2 score', () => {
  it.each(pairs)('matches the reference implementation for $distorted', async (pair) => {
    expect(Math.abs((await ourScore(pair)) - pair.score)).toBeLessThanOrEqual(0.1);
  });

  it.each(['city', 'flowers', 'page'])('ranks the quality levels of %s like butteraugli', async (name) => {
    const ladder = pairs.filter(({ original }) => original === `${name}.webp`);
    expect(ladder).toHaveLength(4);
    const scored = await Promise.all(ladder.map(async (pair) => ({ ...pair, ours: await ourScore(pair) })));
    const ranking = (worse: (pair: (typeof scored)[0]) => number) =>
      scored.toSorted((a, b) => worse(a) - worse(b)).map(({ distorted }) => distorted);

    const ours = ranking(({ ours }) => -ours);
    expect(ours).toEqual(ranking(({ butteraugli = Number.NaN }) => butteraugli));
    expect(ours).toEqual(ranking(({ butteraugli3Norm = Number.NaN }) => butteraugli3Norm));
  });
});
