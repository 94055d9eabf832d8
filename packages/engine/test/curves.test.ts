import { maxQuality, minQuality, presetQualities } from '@gossamer/contracts/settings';
import { describe, expect, it } from 'vitest';
import { outputs } from '../src/codecs/registry.ts';
import { type Curve, interpolate, inverse, qualityOf, targetScoreOf } from '../src/quality.ts';
import { bytesAt, encoderQualityFor, type Probe } from '../src/search.ts';

const table: Curve = [
  [10, 20],
  [50, 60],
  [100, 70],
];

describe('interpolate', () => {
  it('interpolates linearly between the rows, and is constant outside the table', () => {
    const points = [5, 10, 30, 50, 75, 100, 120];
    expect(points.map((at) => interpolate(table, at))).toEqual([20, 20, 40, 60, 65, 70, 70]);
  });

  it('returns 0 for an empty table', () => {
    expect(interpolate([], 7)).toBe(0);
  });
});

describe('inverse', () => {
  it('inverts the curve, and is constant beyond its ends', () => {
    expect([0, 20, 40, 60, 65, 70, 99].map((value) => inverse(table, value))).toEqual([
      10, 10, 30, 50, 75, 100, 100,
    ]);
  });
});

describe('the target score', () => {
  const qualities = Array.from({ length: maxQuality - minQuality + 1 }, (_, index) => minQuality + index);

  it('increases with every quality step', () => {
    const scores = qualities.map(targetScoreOf);
    for (const [index, score] of scores.slice(1).entries()) expect(score).toBeGreaterThan(scores[index]!);
  });

  it('has the documented values for the presets', () => {
    const { best, high, medium, small, minimum } = presetQualities;
    expect([best, high, medium, small, minimum].map(targetScoreOf)).toEqual([87, 80, 70, 60, 50]);
  });

  it('can be converted back to the quality', () => {
    for (const quality of qualities) expect(qualityOf(targetScoreOf(quality))).toBeCloseTo(quality, 6);
  });
});

describe('the typical scores of every lossy encoder variant', () => {
  const variants = outputs.flatMap((output) => output.variants).filter((variant) => variant.type === 'lossy');

  it.each(variants)(
    'increase steadily with the encoder quality, up to the highest encoder quality: $encoding',
    ({ usualScores }) => {
      for (const [index, [encoderQuality, score]] of usualScores.slice(1).entries()) {
        const [encoderQualityBefore, scoreBefore] = usualScores[index]!;
        expect(encoderQuality).toBeGreaterThan(encoderQualityBefore);
        expect(score).toBeGreaterThan(scoreBefore);
      }
      expect(usualScores.at(-1)?.[0]).toBe(100);
    },
  );
});

describe('encoderQualityFor', () => {
  const usual: Curve = [
    [0, 0],
    [50, 50],
    [100, 90],
  ];

  it('uses the typical curve if there are no trials', () => {
    expect(encoderQualityFor(usual, [], 25)).toBe(25);
    expect(encoderQualityFor(usual, [], 70)).toBe(75);
  });

  it('shifts the curve so that it passes through the only trial', () => {
    // The trial's score is ten points above the usual curve, so the target score is looked up ten points lower on the
    // usual curve.
    expect(encoderQualityFor(usual, [{ encoderQuality: 30, score: 40 }], 50)).toBe(40);
    // The trial's score is ten points below the usual curve, so the target score is looked up ten points higher on the
    // usual curve.
    expect(encoderQualityFor(usual, [{ encoderQuality: 30, score: 20 }], 30)).toBe(40);
  });

  it('interpolates between the trials just below and above the target score, in any order', () => {
    const around = [
      { encoderQuality: 80, score: 70 },
      { encoderQuality: 40, score: 50 },
      { encoderQuality: 10, score: 5 },
    ];
    expect(encoderQualityFor(usual, around, 55)).toBe(50);
    expect(encoderQualityFor(usual, [...around].reverse(), 55)).toBe(50);
  });

  it('returns the encoder quality of a trial that has exactly the target score', () => {
    const trials = [
      { encoderQuality: 40, score: 50 },
      { encoderQuality: 60, score: 66 },
    ];
    expect(encoderQualityFor(usual, trials, 66)).toBe(60);
  });

  it('uses the nearest trial if all trials are on the same side of the target score', () => {
    const below = [
      { encoderQuality: 20, score: 20 },
      { encoderQuality: 60, score: 48 },
    ];
    // At encoder quality 60, the score on the usual curve is 58, which is ten points above the trial's score. The
    // target score is therefore looked up ten points higher on the usual curve.
    expect(encoderQualityFor(usual, below, 55)).toBeCloseTo(50 + (15 / 40) * 50, 6);
    const above = [
      { encoderQuality: 20, score: 30 },
      { encoderQuality: 60, score: 68 },
    ];
    expect(encoderQualityFor(usual, above, 15)).toBe(5);
  });

  it('returns a value above the highest encoder quality if the score cannot be reached', () => {
    expect(encoderQualityFor(usual, [{ encoderQuality: 100, score: 80 }], 85)).toBeGreaterThan(100);
    expect(encoderQualityFor(usual, [{ encoderQuality: 100, score: 80 }], 89)).toBeGreaterThan(
      encoderQualityFor(usual, [{ encoderQuality: 100, score: 80 }], 85),
    );
  });

  it('never returns a lower encoder quality for a higher target score', () => {
    const trials = [
      { encoderQuality: 30, score: 35 },
      { encoderQuality: 60, score: 55 },
      { encoderQuality: 70, score: 71 },
    ];
    const encoderQualities = Array.from({ length: 95 }, (_, goal) => encoderQualityFor(usual, trials, goal));
    for (const [index, encoderQuality] of encoderQualities.slice(1).entries()) {
      expect(encoderQuality, `goal ${index + 1}`).toBeGreaterThanOrEqual(encoderQualities[index]! - 1e-9);
    }
  });
});

describe('bytesAt', () => {
  const usual: Curve = [
    [0, 0],
    [100, 100],
  ];
  const probe = (encoderQuality: number, sizeBytes: number): Probe => ({
    encoderQuality,
    sizeBytes,
    score: encoderQuality,
    file: Buffer.alloc(0),
  });

  it('returns the size of a trial at its encoder quality', () => {
    expect(bytesAt(usual, [probe(40, 1000)], 40)).toBe(1000);
    expect(bytesAt(usual, [probe(40, 1000), probe(60, 2000)], 60)).toBeCloseTo(2000, 6);
  });

  it('grows exponentially between two trials and beyond them', () => {
    const two = [probe(40, 1000), probe(60, 4000)];
    expect(bytesAt(usual, two, 50)).toBeCloseTo(2000, 6);
    expect(bytesAt(usual, two, 70)).toBeCloseTo(8000, 6);
    expect(bytesAt(usual, two, 30)).toBeCloseTo(500, 6);
  });

  it('grows along the typical curve if there is only one trial', () => {
    const more = bytesAt(usual, [probe(40, 1000)], 50);
    expect(more).toBeGreaterThan(1300);
    expect(more).toBeLessThan(1800);
    expect(bytesAt(usual, [probe(40, 1000)], 30)).toBeCloseTo(1_000_000 / more, 6);
  });

  it('returns infinity if there is no trial', () => {
    expect(bytesAt(usual, [], 50)).toBe(Infinity);
  });
});
