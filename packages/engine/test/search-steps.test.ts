import { describe, expect, it } from 'vitest';
import type { LossyVariant } from '../src/codecs/variant.ts';
import { better, finish, reachesScore } from '../src/finish.ts';
import type { Image } from '../src/image.ts';
import type { ImageScorers, SampleScorer } from '../src/scorers.ts';
import { type Aim, begin, refine } from '../src/search.ts';
import { sharp } from '../src/sharp.ts';

/**
 * Sample image for a fake encoder. The encoded files consist of the byte `encoderQuality`, and their size is
 * proportional to it.
 */
const sample = { data: Buffer.alloc(8 * 8 * 3), widthPx: 8, heightPx: 8, channels: 3 } as const;
const open = () => sharp(sample.data, { raw: { width: 8, height: 8, channels: 3 } });
const image: Image = {
  widthPx: 8,
  heightPx: 8,
  pages: 1,
  kind: 'photo',
  hasAlpha: false,
  gamut: 'srgb',
  open,
  openFrame: open,
  pixels: sample,
};

/** Returns a fake encoder with the given score curve. Records the requested encoder qualities. */
function encoderOf(scoreAt: (encoderQuality: number) => number) {
  const encoderQualities: { encoderQuality: number; isTrial: boolean }[] = [];
  const variant: LossyVariant = {
    type: 'lossy',
    encoding: 'jpeg 4:2:0',
    suits: () => true,
    maxEncoderQuality: () => 100,
    usualScores: [
      [0, 0],
      [100, 100],
    ],
    encode: async (_, encoderQuality, { isTrial = false }) => {
      encoderQualities.push({ encoderQuality, isTrial });
      return Buffer.alloc(encoderQuality * 10, encoderQuality);
    },
  };
  const verdictOn = async (file: Buffer) => ({ score: scoreAt(file[0] ?? 0), worstTileScore: 1 });
  const scorer: SampleScorer = {
    sample,
    isWhole: true,
    free: () => {},
    scoreSample: async (file) => (await verdictOn(file)).score,
    measureSample: verdictOn,
    measureFile: verdictOn,
  };
  const scorers: ImageScorers = {
    probing: async () => scorer,
    checking: async () => scorer,
    free: async () => {},
  };
  const aimAt = (goal: number, maxEncoderQuality = 100): Aim => ({
    goal,
    maxEncoderQuality,
    scorer,
    options: {
      effort: 'thorough',
      pixels: 64,
      kind: 'photo',
      hasAlpha: false,
      gamut: 'srgb',
      targetScore: goal,
      isAnimated: false,
      isOnlyFormat: true,
    },
  });
  return { encoderQualities, variant, scorers, aimAt };
}

describe('the search for the encoder quality', () => {
  it.each([
    ['typical', (encoderQuality: number) => encoderQuality],
    ['better than typical', (encoderQuality: number) => Math.min(100, encoderQuality + 12)],
    ['worse than typical', (encoderQuality: number) => encoderQuality - 15],
    ['steep', (encoderQuality: number) => 3 * encoderQuality - 120],
    ['flat', (encoderQuality: number) => 40 + encoderQuality / 2],
    ['bent', (encoderQuality: number) => 100 - (100 - encoderQuality) ** 2 / 100],
  ])(
    'comes close to the target score in at most three trials if the score curve is %s',
    async (_, scoreAt) => {
      for (const goal of [50, 60, 70, 80]) {
        const { variant, aimAt, encoderQualities } = encoderOf(scoreAt);
        const course = await refine(await begin(variant, aimAt(goal)));
        expect(encoderQualities.length).toBeLessThanOrEqual(3);
        expect(course.probes.length).toBe(encoderQualities.length);
        expect(course.reaches).toBe(true);
        expect(Math.abs(scoreAt(course.encoderQuality) - goal)).toBeLessThan(4);
      }
    },
  );

  it('begins with one trial, at the quality where the typical score curve reaches the target score', async () => {
    const { variant, aimAt, encoderQualities } = encoderOf((encoderQuality) => encoderQuality);
    const course = await begin(variant, aimAt(70));
    expect(encoderQualities).toEqual([{ encoderQuality: 70, isTrial: true }]);
    expect([course.encoderQuality, course.sizeBytes]).toEqual([70, 700]);
    // The first trial is close enough, so no further trial is made.
    expect(await refine(course)).toBe(course);
  });

  it('tries no encoder quality twice, and none above the maximum', async () => {
    const { variant, aimAt, encoderQualities } = encoderOf((encoderQuality) => encoderQuality / 2);
    const course = await refine(await begin(variant, aimAt(80, 60)));
    expect(new Set(encoderQualities.map(({ encoderQuality }) => encoderQuality)).size).toBe(
      encoderQualities.length,
    );
    expect(Math.max(...encoderQualities.map(({ encoderQuality }) => encoderQuality))).toBe(60);
    expect([course.reaches, course.encoderQuality]).toEqual([false, 60]);
  });

  it('never uses a quality below the minimum encoder quality', async () => {
    const { variant, aimAt, encoderQualities } = encoderOf(() => 99);
    const course = await refine(await begin(variant, aimAt(40)));
    expect(Math.min(...encoderQualities.map(({ encoderQuality }) => encoderQuality))).toBeGreaterThanOrEqual(
      1,
    );
    expect([course.reaches, course.encoderQuality]).toEqual([true, 1]);
  });

  it('corrects the score of a trial by its known difference from the score of the finished file', async () => {
    const { variant, aimAt } = encoderOf((encoderQuality) => encoderQuality);
    const trial = { points: () => 5, bytes: () => 0.5, needsWhole: false, most: 2 };
    const course = await begin({ ...variant, trial }, aimAt(70));
    expect(course.probes[0]).toMatchObject({ encoderQuality: 70, score: 75, sizeBytes: 350 });
    expect(course.encoderQuality).toBe(65);
  });

  it.each([1, 2])('limits the number of trials to %d if the variant requires it', async (most) => {
    const { variant, aimAt, encoderQualities } = encoderOf(
      (encoderQuality) => 100 - (100 - encoderQuality) ** 2 / 100,
    );
    const trial = { points: () => 0, bytes: () => 1, needsWhole: false, most };
    await refine(await begin({ ...variant, trial }, aimAt(40)));
    expect(encoderQualities.length).toBe(most);
  });
});

describe('finish()', () => {
  const finishedFor = async (
    scoreAt: (encoderQuality: number) => number,
    target: number,
    encoderQuality: number,
  ) => {
    const { variant, scorers, aimAt, encoderQualities } = encoderOf(scoreAt);
    const course = { ...(await begin(variant, aimAt(target))), encoderQuality };
    encoderQualities.length = 0;
    const finished = await finish(image, course, scorers, target);
    return { ...finished, encoderQualities: encoderQualities.map((one) => one.encoderQuality) };
  };

  it('uses a trial of the whole image as the result if its score is good enough', async () => {
    const { encoderQualities, ...finished } = await finishedFor((encoderQuality) => encoderQuality, 70, 70);
    expect(encoderQualities).toEqual([]);
    expect(finished).toMatchObject({ encoderQuality: 70, score: 70, worstTileScore: 1 });
  });

  it('corrects the encoder quality once if the file misses the target score', async () => {
    const finished = await finishedFor((encoderQuality) => encoderQuality - 6, 70, 70);
    expect(finished).toMatchObject({ encoderQuality: 76, score: 70, encoderQualities: [76] });
  });

  it('corrects the encoder quality if the file exceeds the target score', async () => {
    const finished = await finishedFor((encoderQuality) => encoderQuality + 6, 70, 70);
    expect(finished).toMatchObject({ encoderQuality: 64, score: 70, encoderQualities: [64] });
  });

  it('keeps the first file if the second one misses the target score', async () => {
    // Below encoder quality 70, the score drops steeply.
    const finished = await finishedFor(
      (encoderQuality) => (encoderQuality >= 70 ? encoderQuality + 6 : 20),
      70,
      70,
    );
    expect(finished).toMatchObject({ encoderQuality: 70, score: 76 });
  });

  it('does not encode twice at the maximum encoder quality', async () => {
    const finished = await finishedFor(() => 30, 90, 100);
    expect(finished).toMatchObject({ encoderQuality: 100, encoderQualities: [100] });
  });

  it('returns the ratio of the file size to the expected size', async () => {
    const { bytesOfSampleBytes } = await finishedFor((encoderQuality) => encoderQuality, 70, 70);
    expect(bytesOfSampleBytes).toBeCloseTo(1, 6);
  });
});

describe('better()', () => {
  const file = (sizeBytes: number, score: number | null) => ({ data: Buffer.alloc(sizeBytes), score });

  it.each([
    ['the smaller of two that reach the score', file(90, 71), file(100, 80), 0],
    ['the only one that reaches the score', file(90, 60), file(100, 70), 1],
    ['the nearer of two that miss the score', file(90, 60), file(100, 65), 1],
    ['the first of two equal files', file(90, 70), file(90, 70), 0],
    ['a measured file before an unmeasured one', file(90, null), file(100, 50), 1],
  ])('returns %s', (_, one, other, expected) => {
    expect(better(one, other, 70)).toBe([one, other][expected]);
    if (one.data.length !== other.data.length) expect(better(other, one, 70)).toBe([one, other][expected]);
  });

  it('tolerates a score that misses the target by an invisible difference', () => {
    expect([69, 68.8, 68.7, null].map((score) => reachesScore({ score }, 70))).toEqual([
      ...[true, true, false, false],
    ]);
  });
});
