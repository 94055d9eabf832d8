import type { Measure } from './measures.ts';

/** Measured values of a test, or the reason why the test cannot run on this machine. */
export type RowResult = { name: string; seconds: number } & ({ measures: Measure[] } | { leftOut: string });

export const isPassed = (result: RowResult): boolean =>
  'measures' in result && result.measures.every(({ isKept }) => isKept);

/** Formats test results as a table: the name of each test, followed by a line for each measured value. */
export function tableLines(results: readonly RowResult[]): string[] {
  const lines = [line(['row', 'measure', 'limit', 'measured', 'verdict'])];
  for (const result of results) {
    const name = `${result.name} (${result.seconds.toFixed(0)} s)`;
    if ('leftOut' in result) {
      lines.push(line([name, '', '', '', `skipped: ${result.leftOut}`]));
      continue;
    }
    result.measures.forEach(({ what, limit, measured, isKept }, index) => {
      lines.push(line([index === 0 ? name : '', what, limit, measured, isKept ? 'pass' : 'FAIL']));
    });
  }
  return lines;
}

const widths = [50, 34, 26, 26, 0];

function line(cells: string[]): string {
  return cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join(' ')
    .trimEnd();
}
