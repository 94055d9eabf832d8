export interface CoverageRow {
  id: string;
  statement: string;
  /** Explanation of a deviation from the specification, or an answer to an open question. May be empty. */
  note: string;
}

/** Returns the rows of all tables in `docs/specification-coverage.md`, without the table headers. */
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
 * Returns the ids of the specification statements that the tests in a file prove. Lines such as `// Spec: 1.2, 3.4`
 * directly above a test contain the ids.
 * @throws Error if such a line is not directly above a test
 */
export function shownIds(path: string, text: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const list = marker.exec(line)?.[1];
    if (list === undefined) return [];
    const next = lines.slice(index + 1).find((following) => !marker.test(following)) ?? '';
    if (!testCall.test(next))
      throw new Error(`${path}:${index + 1}: "// Spec:" must be directly above a test`);
    return list.split(', ');
  });
}
