import type { OutputFormat } from '@gossamer/contracts/formats';
import { presetQualities } from '@gossamer/contracts/settings';
import { describe, expect, it } from 'vitest';
import { outputOf } from '../../src/engine/codecs/registry.ts';
import type { EngineResult } from '../../src/engine/compress.ts';
import { hasReached, run, samples, scoreOf } from './harness.ts';

const presets = Object.values(presetQualities).sort((one, other) => one - other);

type Outcome = { name: string; quality: number; original: Buffer; result: EngineResult };

const asked = new Map<OutputFormat, Promise<Outcome[]>>();

/** Every sample at every preset; AVIF, which takes its time, at two. */
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

/** What no encoder quality of JPEG or lossy WebP can make good. */
const isHard = ({ name }: Outcome) => name === 'noise';

describe.each(['auto', 'jpeg', 'webp', 'png', 'avif'] as const)('the search for %s', (format) => {
  it('reports the score that the whole file has', async () => {
    for (const outcome of await outcomesOf(format)) {
      const { report } = outcome.result;
      const score = await scoreOf(outcome.original, outcome.result);
      expect(Math.abs((report.score ?? -100) - score), said(outcome)).toBeLessThan(0.7);
      if (hasReached(outcome.result)) expect(score).toBeGreaterThan(report.targetScore - 2);
    }
  });

  it('reaches the score that was asked for', async () => {
    const missed = (await outcomesOf(format)).filter(({ result }) => !hasReached(result));
    expect(missed.filter((outcome) => !isHard(outcome)).map(said)).toEqual([]);
  });

  it('takes no more than three trials for each lossy variant', async () => {
    const formats = format === 'auto' ? (['jpeg', 'webp'] as const) : [format];
    const variants = formats.flatMap((name) =>
      outputOf(name).variants.filter(({ type }) => type === 'lossy'),
    );
    for (const outcome of await outcomesOf(format)) {
      expect(outcome.result.report.probes, said(outcome)).toBeLessThanOrEqual(variants.length * 3);
    }
  });
});

describe('auto', () => {
  const named = ['jpeg', 'png', 'webp'] as const;

  it('is never AVIF', async () => {
    for (const { result } of await outcomesOf('auto')) expect(named).toContain(result.format);
  });

  it('is hardly larger than the smallest of the formats by name', async () => {
    // Of files of some hundred bytes the headers decide.
    const others = await Promise.all(named.map(outcomesOf));
    for (const [index, outcome] of (await outcomesOf('auto')).entries()) {
      if (isHard(outcome)) continue;
      const hasAlpha = ['cutout', 'logo'].includes(outcome.name);
      const rivals = others
        .map((outcomes) => outcomes[index]!.result)
        // Without its transparency an image is another one.
        .filter((rival) => hasReached(rival) && !(hasAlpha && rival.format === 'jpeg'));
      const smallest = Math.min(...rivals.map(({ data }) => data.length));
      expect(outcome.result.data.length, said(outcome)).toBeLessThanOrEqual(smallest * 1.05 + 48);
    }
  });

  it('does not give much more than was asked for: bytes are what counts', async () => {
    const lossy = (await outcomesOf('auto')).filter(
      ({ name, result }) => ['photo', 'grey'].includes(name) && result.report.encoderQuality !== null,
    );
    expect(lossy.length).toBeGreaterThan(8);
    for (const outcome of lossy) {
      const { score, targetScore } = outcome.result.report;
      expect(score! - targetScore, said(outcome)).toBeLessThan(4);
    }
  });
});
