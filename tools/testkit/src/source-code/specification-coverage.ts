export interface CoverageRow {
  id: string;
  statement: string;
  /** Why the product differs, or what settles an open question; empty if there is nothing to say. */
  note: string;
}

/** Returns the rows of `docs/specification-coverage.md`, without table heads. */
export function coverageRows(document: string): CoverageRow[] {
  const lines = document.split('\n').filter((line) => line.startsWith('|') && !/^\| # \||^\|-/.test(line));
  return lines.map((line) => {
    const [, id = '', statement = '', note = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return { id, statement, note };
  });
}

const marker = /^\s*\/\/ Spec: (.+)$/;
const testCall = /^\s*(it|test)(\.(each|for)\b|\()/;

/**
 * Returns the ids of the statements that a test file shows: those of `// Spec: 1.2, 3.4` directly above a test.
 * @throws Error if such a line is not above a test
 */
export function shownIds(path: string, text: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const list = marker.exec(line)?.[1];
    if (list === undefined) return [];
    const next = lines.slice(index + 1).find((following) => !marker.test(following)) ?? '';
    if (!testCall.test(next))
      throw new Error(`${path}:${index + 1}: "// Spec:" must stand directly above a test`);
    return list.split(', ');
  });
}
