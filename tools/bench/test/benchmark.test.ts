import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareImage, madePath, originalPath } from '../src/benchmark/compare.ts';
import { contestantIds, contestantsOf, groups } from '../src/benchmark/contestants.ts';
import { benchmarkPage } from '../src/benchmark/page.ts';
import { type Comparison, type Made, results, summaryOf } from '../src/benchmark/results.ts';
import { claimsFile, claimsOf, guideFile, savedFile, toText, withResults } from '../src/benchmark/save.ts';
import { cellsOf } from '../src/benchmark/table.ts';
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

describe('the published results', () => {
  const saved = results.parse(JSON.parse(readFileSync(savedFile, 'utf8')));

  it('are those of the landing page and of the documentation', () => {
    expect(JSON.parse(readFileSync(claimsFile, 'utf8'))).toEqual(claimsOf(saved));
    const guide = readFileSync(guideFile, 'utf8');
    expect(withResults(guide, saved)).toBe(guide);
    expect(guide).toContain(`| ${Object.values(cellsOf(saved.comparisons[0]!)).join(' | ')} |`);
  });

  it('contain every comparison with every image', () => {
    expect(saved.comparisons.map(({ id }) => id).sort()).toEqual([...contestantIds].sort());
    for (const { id, group, images } of saved.comparisons) {
      const names = groups[group]().map(({ filename }) => filename);
      expect(
        images.map(({ name }) => name),
        id,
      ).toEqual(names);
    }
  });

  it('are stored with one line for each image', () => {
    expect(toText(saved)).toBe(readFileSync(savedFile, 'utf8'));
    const images = saved.comparisons.flatMap((comparison) => comparison.images);
    expect(toText(saved).match(/^ {4}\{"name":.*\},?$/gm)).toHaveLength(images.length);
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
