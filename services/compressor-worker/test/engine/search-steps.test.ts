import { describe, expect, it } from 'vitest';
import type { LossyWay } from '../../src/engine/codecs/way.ts';
import { better, finish, reachesScore } from '../../src/engine/finish.ts';
import type { Judge, Judges } from '../../src/engine/judge.ts';
import type { Picture } from '../../src/engine/picture.ts';
import { type Aim, begin, refine } from '../../src/engine/search.ts';
import { sharp } from '../../src/engine/sharp.ts';

/** A picture whose files are one byte, the dial, and as long as the dial says. */
const sample = { data: Buffer.alloc(8 * 8 * 3), widthPx: 8, heightPx: 8, channels: 3 } as const;
const open = () => sharp(sample.data, { raw: { width: 8, height: 8, channels: 3 } });
const picture: Picture = {
  ...{ widthPx: 8, heightPx: 8, pages: 1, kind: 'photo', hasAlpha: false },
  ...{ open, openFrame: open, pixels: sample },
};

/** An encoder that is told by the curve of its scores, and what it was asked for. */
function encoderOf(scoreAt: (dial: number) => number) {
  const dials: { dial: number; isTrial: boolean }[] = [];
  const way: LossyWay = {
    ...{ type: 'lossy', encoding: 'jpeg 4:2:0', suits: () => true, maxDial: () => 100 },
    usualScores: [
      [0, 0],
      [100, 100],
    ],
    encode: async (_, dial, { isTrial = false }) => {
      dials.push({ dial, isTrial });
      return Buffer.alloc(dial * 10, dial);
    },
  };
  const verdictOn = async (file: Buffer) => ({ score: scoreAt(file[0] ?? 0), worstTileScore: 1 });
  const judge: Judge = {
    ...{ sample, isWhole: true, free: () => {} },
    scoreSample: async (file) => (await verdictOn(file)).score,
    judgeSample: verdictOn,
    judgeFile: verdictOn,
  };
  const judges: Judges = { probing: async () => judge, checking: async () => judge, free: async () => {} };
  const aimAt = (goal: number, maxDial = 100): Aim => ({
    ...{ goal, maxDial, judge },
    options: {
      pace: 'thorough',
      pixels: 64,
      kind: 'photo',
      hasAlpha: false,
      targetScore: goal,
      isAnimated: false,
      isOnlyFormat: true,
    },
  });
  return { dials, way, judges, aimAt };
}

describe('the search', () => {
  it.each([
    ['usual', (dial: number) => dial],
    ['better than usual', (dial: number) => Math.min(100, dial + 12)],
    ['worse than usual', (dial: number) => dial - 15],
    ['steep', (dial: number) => 3 * dial - 120],
    ['flat', (dial: number) => 40 + dial / 2],
    ['bent', (dial: number) => 100 - (100 - dial) ** 2 / 100],
  ])('comes near the goal in three trials: scores %s', async (_, scoreAt) => {
    for (const goal of [50, 60, 70, 80]) {
      const { way, aimAt, dials } = encoderOf(scoreAt);
      const course = await refine(await begin(way, aimAt(goal)));
      expect(dials.length).toBeLessThanOrEqual(3);
      expect(course.probes.length).toBe(dials.length);
      expect(course.reaches).toBe(true);
      expect(Math.abs(scoreAt(course.dial) - goal)).toBeLessThan(4);
    }
  });

  it('begins with one trial, where the usual curve reaches the goal', async () => {
    const { way, aimAt, dials } = encoderOf((dial) => dial);
    const course = await begin(way, aimAt(70));
    expect(dials).toEqual([{ dial: 70, isTrial: true }]);
    expect([course.dial, course.sizeBytes]).toEqual([70, 700]);
    // That was good enough: no more trials.
    expect(await refine(course)).toBe(course);
  });

  it('tries no dial twice and none beyond the highest', async () => {
    const { way, aimAt, dials } = encoderOf((dial) => dial / 2);
    const course = await refine(await begin(way, aimAt(80, 60)));
    expect(new Set(dials.map(({ dial }) => dial)).size).toBe(dials.length);
    expect(Math.max(...dials.map(({ dial }) => dial))).toBe(60);
    expect([course.reaches, course.dial]).toEqual([false, 60]);
  });

  it('never goes below the lowest dial', async () => {
    const { way, aimAt, dials } = encoderOf(() => 99);
    const course = await refine(await begin(way, aimAt(40)));
    expect(Math.min(...dials.map(({ dial }) => dial))).toBeGreaterThanOrEqual(1);
    expect([course.reaches, course.dial]).toEqual([true, 1]);
  });

  it('takes trials for what they let expect of the finished file', async () => {
    const { way, aimAt } = encoderOf((dial) => dial);
    const trial = { points: [[0, 5]] as const, bytes: () => 0.5, needsWhole: false, most: 2 };
    const course = await begin({ ...way, trial }, aimAt(70));
    expect(course.probes[0]).toMatchObject({ dial: 70, score: 75, sizeBytes: 350 });
    expect(course.dial).toBe(65);
  });

  it.each([1, 2])('takes no more than %d trials where more are not worth their time', async (most) => {
    const { way, aimAt, dials } = encoderOf((dial) => 100 - (100 - dial) ** 2 / 100);
    const trial = { points: [], bytes: () => 1, needsWhole: false, most };
    await refine(await begin({ ...way, trial }, aimAt(40)));
    expect(dials.length).toBe(most);
  });
});

describe('finish', () => {
  const finishedFor = async (scoreAt: (dial: number) => number, target: number, dial: number) => {
    const { way, judges, aimAt, dials } = encoderOf(scoreAt);
    const course = { ...(await begin(way, aimAt(target))), dial };
    dials.length = 0;
    const finished = await finish(picture, course, judges, target);
    return { ...finished, dials: dials.map((one) => one.dial) };
  };

  it('takes the trial of the whole picture as the file, where it is good enough', async () => {
    const { dials, ...finished } = await finishedFor((dial) => dial, 70, 70);
    expect(dials).toEqual([]);
    expect(finished).toMatchObject({ encoderQuality: 70, score: 70, worstTileScore: 1 });
  });

  it('corrects the dial once where the file falls short', async () => {
    const finished = await finishedFor((dial) => dial - 6, 70, 70);
    expect(finished).toMatchObject({ encoderQuality: 76, score: 70, dials: [76] });
  });

  it('corrects it where the file is too good', async () => {
    const finished = await finishedFor((dial) => dial + 6, 70, 70);
    expect(finished).toMatchObject({ encoderQuality: 64, score: 70, dials: [64] });
  });

  it('keeps the first where the second falls short', async () => {
    // A cliff: below 70 nothing is good.
    const finished = await finishedFor((dial) => (dial >= 70 ? dial + 6 : 20), 70, 70);
    expect(finished).toMatchObject({ encoderQuality: 70, score: 76 });
  });

  it('does not encode twice with the highest dial', async () => {
    const finished = await finishedFor(() => 30, 90, 100);
    expect(finished).toMatchObject({ encoderQuality: 100, dials: [100] });
  });

  it('tells what the file has needed more than expected', async () => {
    const { bytesOfSampleBytes } = await finishedFor((dial) => dial, 70, 70);
    expect(bytesOfSampleBytes).toBeCloseTo(1, 6);
  });
});

describe('better', () => {
  const file = (sizeBytes: number, score: number | null) => ({ data: Buffer.alloc(sizeBytes), score });

  it.each([
    ['the smaller of two that reach the score', file(90, 71), file(100, 80), 0],
    ['the one that reaches the score', file(90, 60), file(100, 70), 1],
    ['the nearer of two that do not', file(90, 60), file(100, 65), 1],
    ['the first of equals', file(90, 70), file(90, 70), 0],
    ['what was measured over what was not', file(90, null), file(100, 50), 1],
  ])('is %s', (_, one, other, expected) => {
    expect(better(one, other, 70)).toBe([one, other][expected]);
    if (one.data.length !== other.data.length) expect(better(other, one, 70)).toBe([one, other][expected]);
  });

  it('lets a score be missed by as much as nobody sees', () => {
    expect([69, 68.8, 68.7, null].map((score) => reachesScore({ score }, 70))).toEqual([
      ...[true, true, false, false],
    ]);
  });
});
