import type { OutputFormat } from '@gossamer/contracts/formats';
import { presetQualities } from '@gossamer/contracts/settings';
import { describe, expect, it } from 'vitest';
import { outputOf } from '../src/codecs/registry.ts';
import type { EngineResult } from '../src/compress.ts';
import { hasReached, run, samples, scoreOf } from './harness.ts';

const presets = Object.values(presetQualities).sort((one, other) => one - other);

type Outcome = { name: string; quality: number; original: Buffer; result: EngineResult };

const asked = new Map<OutputFormat, Promise<Outcome[]>>();

/** Compresses every sample at every preset. For AVIF, which is slow, uses only two qualities. */
function outcomesOf(format: OutputFormat): Promise<Outcome[]> {
  const outcomes = asked.get(format) ?? compressAll(format);
  asked.set(format, outcomes);
  return outcomes;
}

async function compressAll(format: OutputFormat): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [name, original] of Object.entries(await samples())) {
    for (const quality of format === 'avif' ? [30, 85] : presets)
      outcomes.push({ name, quality, original, result: await run(original, { quality, format }) });
  }
  return outcomes;
}

const said = ({ name, quality, result }: Outcome) =>
  `${name} at ${quality}: ${result.report.encoding} ${result.report.score} of ${result.report.targetScore}`;

/** Returns whether the target score is out of reach for JPEG and lossy WebP at any encoder quality. */
const isHard = ({ name }: Outcome) => name === 'noise';

describe.each(['auto', 'jpeg', 'webp', 'png', 'avif'] as const)(
  'the encoder search with the format %s',
  (format) => {
    it('reports the score of the complete file', async () => {
      for (const outcome of await outcomesOf(format)) {
        const { report } = outcome.result;
        const score = await scoreOf(outcome.original, outcome.result);
        expect(Math.abs((report.score ?? -100) - score), said(outcome)).toBeLessThan(0.7);
        if (hasReached(outcome.result)) expect(score).toBeGreaterThan(report.targetScore - 2);
      }
    });

    it('reaches the target score for all images except noise', async () => {
      const missed = (await outcomesOf(format)).filter(({ result }) => !hasReached(result));
      expect(missed.filter((outcome) => !isHard(outcome)).map(said)).toEqual([]);
    });

    it('runs at most three trials per lossy variant', async () => {
      const formats = format === 'auto' ? (['jpeg', 'webp'] as const) : [format];
      const variants = formats.flatMap((name) =>
        outputOf(name).variants.filter(({ type }) => type === 'lossy'),
      );
      for (const outcome of await outcomesOf(format)) {
        expect(outcome.result.report.probes, said(outcome)).toBeLessThanOrEqual(variants.length * 3);
      }
    });
  },
);

describe('the format auto', () => {
  const named = ['jpeg', 'png', 'webp'] as const;

  it('never yields AVIF', async () => {
    for (const { result } of await outcomesOf('auto')) expect(named).toContain(result.format);
  });

  it('yields a file at most 5% larger than the best file in a single format', async () => {
    // The tolerance includes 48 bytes for headers, which dominate very small files.
    const others = await Promise.all(named.map(outcomesOf));
    for (const [index, outcome] of (await outcomesOf('auto')).entries()) {
      if (isHard(outcome)) continue;
      const hasAlpha = ['cutout', 'logo'].includes(outcome.name);
      const rivals = others
        .map((outcomes) => outcomes[index]!.result)
        // Exclude JPEGs of transparent images, which are not comparable because they lack the transparency.
        .filter((rival) => hasReached(rival) && !(hasAlpha && rival.format === 'jpeg'));
      const smallest = Math.min(...rivals.map(({ data }) => data.length));
      expect(outcome.result.data.length, said(outcome)).toBeLessThanOrEqual(smallest * 1.05 + 48);
    }
  });

  it('exceeds the target score only slightly, because a higher score would waste bytes', async () => {
    const lossy = (await outcomesOf('auto')).filter(
      ({ name, result }) => ['photo', 'gray'].includes(name) && result.report.encoderQuality !== null,
    );
    expect(lossy.length).toBeGreaterThan(8);
    for (const outcome of lossy) {
      const { score, targetScore } = outcome.result.report;
      expect(score! - targetScore, said(outcome)).toBeLessThan(4);
    }
  });
});
