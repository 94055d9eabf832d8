import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { refuse } from '@gossamer/dev/command-line';
import { contestantIds, groups } from './contestants.ts';
import { type Comparison, type Results, ratioOf, results as resultsSchema } from './results.ts';
import { cellsOf, columns } from './table.ts';

/**
 * Keeps the results of a complete benchmark in the repository, and writes what follows from them: the claims of the landing
 * page, and the table in the documentation. Usage: `node tools/bench/src/benchmark/save.ts [results.json]`.
 */

const root = resolve(import.meta.dirname, '../../../..');
export const savedFile = resolve(root, 'tools/bench/benchmark.json');
export const claimsFile = resolve(root, 'apps/web/src/features/landing/proofs.json');
export const guideFile = resolve(root, 'docs/benchmark.md');

/** Comparisons behind each claim of the landing page. */
const claims = {
  photos: ['mozjpeg-fixed-80', 'mozjpeg-fixed-70', 'mozjpeg-fixed-60'],
  graphics: ['pngquant-oxipng-auto'],
  avif: ['squoosh-avif'],
} as const;

/** Returns the claims of the landing page: our bytes relative to those of the other tools, in whole percent. */
export function claimsOf({ measuredOn, comparisons }: Results) {
  const imagesOf = (name: keyof typeof claims) =>
    claims[name].flatMap((id) => comparisons.find((comparison) => comparison.id === id)?.images ?? []);
  const percent = (name: keyof typeof claims) => Math.round(ratioOf(imagesOf(name)) * 100);
  const countOf = (name: keyof typeof claims) => imagesOf(name).length / claims[name].length;
  return {
    measuredOn,
    photoCount: countOf('photos'),
    graphicCount: countOf('graphics'),
    /** Sizes relative to the competitor's, in percent. */
    percents: { photos: percent('photos'), graphics: percent('graphics'), avif: percent('avif') },
  };
}

/** Returns the documentation with the results in its section "Results". */
export function withResults(guide: string, { measuredOn, versions, comparisons }: Results): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const encoders = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const table = [
    line(Object.values(columns)),
    line(Object.keys(columns).map(() => '---')),
    ...comparisons.map((comparison) => line(Object.values(cellsOf(comparison)))),
  ];
  const text = `Measured on ${measuredOn}. ${encoders.join(', ')}.\n\n${table.join('\n')}\n`;
  return guide.replace(/(?<=^## Results\n\n).*?(?=\n## )/ms, () => text);
}

/** Returns the name of a comparison that lacks images, or undefined if the benchmark is complete. */
const gapIn = (comparisons: readonly Comparison[]): string | undefined =>
  contestantIds.find((id) => {
    const comparison = comparisons.find((each) => each.id === id);
    return !comparison || comparison.images.length < groups[comparison.group]().length;
  });

/** Returns the results with one line per image, so that a new benchmark can be compared with `git diff`. */
export function toText(results: Results): string {
  const text = JSON.stringify(results, null, 1);
  return `${text.replace(/^ {4}\{\n.*?^ {4}\}/gms, (image) => image.replaceAll(/\s*\n\s*/g, ''))}\n`;
}

if (import.meta.main) {
  const [path = '.gossamer/benchmark/results.json'] = process.argv.slice(2);
  const results = resultsSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const gap = gapIn(results.comparisons);
  if (gap) refuse(`${path} lacks images of ${gap}. Run npm run benchmark without options.`);
  writeFileSync(savedFile, toText(results));
  writeFileSync(claimsFile, `${JSON.stringify(claimsOf(results), null, 2)}\n`);
  writeFileSync(guideFile, withResults(readFileSync(guideFile, 'utf8'), results));
}
