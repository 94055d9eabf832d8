import { say } from '@gossamer/dev/print';
import { importsOf, inCircles } from './imports.ts';
import { measureFile } from './measure-file.ts';
import { isTest, partOf, type SourceFile, sourceFiles } from './source-files.ts';

/**
 * Entry point of `npm run sizes`: prints the sizes of files and functions per package, the proportions of comments and
 * tests, and import cycles.
 */
const columns = [34, 6, 8, 6, 6, 7, 7, 9, 9, 8];
const heads = [
  'part',
  'files',
  'median',
  'p90',
  '>300',
  'fn med',
  'fn p90',
  'comments',
  'test:src',
  'in circles',
  'largest file',
];

const all = sourceFiles();
const parts = Map.groupBy(all, ({ path }) => partOf(path));
row(heads);
for (const [part, files] of [...parts].sort(([a], [b]) => a.localeCompare(b))) {
  if (!files.every(({ path }) => isTest(path))) row(cellsOf(part, files));
}
row(cellsOf('all', all));
for (const { from, to } of inCircles(importsOf(all))) say(`circular import: ${from} → ${to}`);

function cellsOf(part: string, files: SourceFile[]): string[] {
  const [tests, sources] = [
    files.filter(({ path }) => isTest(path)),
    files.filter(({ path }) => !isTest(path)),
  ];
  const sizes = sources.map(({ path, text }) => measureFile(path, text));
  const lines = sizes.map((file) => file.lines);
  const functions = sizes.flatMap((file) => file.functionLines);
  const testLines = tests.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
  const largest = sizes.toSorted((a, b) => b.lines - a.lines)[0];
  return [
    part,
    `${sources.length}`,
    `${quantile(lines, 0.5)}`,
    `${quantile(lines, 0.9)}`,
    percent(lines.filter((count) => count > 300).length, lines.length),
    `${quantile(functions, 0.5)}`,
    `${quantile(functions, 0.9)}`,
    percent(sum(sizes.map((file) => file.commentLines)), sum(lines)),
    (testLines / sum(lines)).toFixed(2),
    `${new Set(inCircles(importsOf(sources)).map(({ from }) => from)).size}`,
    largest ? `${largest.path.slice(part === 'all' ? 0 : part.length + 1)} ${largest.lines}` : '',
  ];
}

function row(cells: string[]): void {
  const padded = cells.map((cell, index) =>
    index === 0 ? cell.padEnd(columns[0] ?? 0) : cell.padStart(columns[index] ?? 0),
  );
  say([...padded.slice(0, -1), `  ${cells.at(-1)}`].join(''));
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)}%`;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
