import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareImage, madePath, originalPath } from '../src/benchmark/compare.ts';
import { contestantsOf, groups } from '../src/benchmark/contestants.ts';
import { benchmarkPage } from '../src/benchmark/page.ts';
import { type Comparison, type Made, summaryOf } from '../src/benchmark/results.ts';
import { scored, scoreOf } from '../src/corpus.ts';

const made = (bytes: number, facts: Partial<Made> = {}): Made => ({
  format: 'jpeg',
  bytes,
  score: 80,
  butteraugli: 1,
  cpuMs: 100,
  ...facts,
});

describe('a comparison', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gossamer-benchmark-'));
  const [image] = groups.graphics().filter(({ filename }) => filename === 'oxygen-display-icon.png');
  let comparisons: Comparison[] = [];

  beforeAll(async () => {
    const contestants = await contestantsOf((id) => id.startsWith('pngquant'));
    const compared = await compareImage(image!, contestants, folder);
    comparisons = contestants.map((contestant) => ({
      ...contestant,
      images: [compared.get(contestant.id)!],
    }));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('writes the files that it measured', async () => {
    const [original] = await scored([image!]);
    expect(readFileSync(join(folder, originalPath('graphics', image!.filename))).equals(image!.data)).toBe(
      true,
    );
    for (const { id, images } of comparisons) {
      for (const side of ['theirs', 'ours'] as const) {
        const { name, [side]: file } = images[0]!;
        const data = readFileSync(join(folder, madePath(id, name, side, file)));
        expect(data).toHaveLength(file.bytes);
        expect(await scoreOf(original!, data)).toBeCloseTo(file.score, 1);
      }
    }
  });

  it('does not accept a worse file of ours', () => {
    for (const { images } of comparisons) {
      expect(images[0]!.ours.score).toBeGreaterThan(images[0]!.theirs.score - 0.31);
    }
  });

  it('is shown on the page with links to all files', () => {
    const page = benchmarkPage({ measuredOn: '2026-12-01', versions: { sharp: '1' }, comparisons });
    const links = [...page.matchAll(/href="(files\/[^"]+)"/g)].map(([, link]) => link!);
    expect(links).toHaveLength(6);
    for (const link of links) expect(existsSync(join(folder, link)), link).toBe(true);
  });
});

describe('summaryOf', () => {
  it('averages ratios geometrically, and keeps what is unfavorable', () => {
    const images = [
      { name: 'a', theirs: made(100), ours: made(50, { score: 81, cpuMs: 300, butteraugli: 2 }) },
      { name: 'b', theirs: made(100), ours: made(200, { score: 80, cpuMs: 300, butteraugli: null }) },
    ];
    const group = 'photos' as const;
    const summary = summaryOf({ id: 'x', tool: 'X', settings: '', group, format: 'jpeg', images });
    expect(summary.bytes).toBeCloseTo(1);
    expect(summary).toMatchObject({ worst: { name: 'b', bytes: 2 }, points: 0.5, butteraugli: 2, cpu: 3 });
  });
});
