import { parseSync, Visitor } from 'vite';

export interface CoverageRow {
  id: string;
  statement: string;
  /** Content of the third cell; may be empty. */
  shownBy: string;
}

export interface Reference {
  path: string;
  /** A test's title, or its beginning. */
  title: string;
}

/** Returns the rows of `docs/specification-coverage.md`, without table heads. */
export function coverageRows(document: string): CoverageRow[] {
  const lines = document.split('\n').filter((line) => line.startsWith('|') && !/^\| # \||^\|-/.test(line));
  return lines.map((line) => {
    const [id = '', statement = '', shownBy = ''] = line.replace(/^\| | \|$/g, '').split(' | ');
    return { id, statement, shownBy };
  });
}

/** A file in backticks, an angle, and a title up to the end of the cell or the next reference. */
const references = /`([^`]+)` › (.+?)(?=; |$)/g;

export function referencesIn(shownBy: string): Reference[] {
  return [...shownBy.matchAll(references)].map(([, path = '', title = '']) => ({ path, title }));
}

/** Returns the text of a cell besides its references. */
export function noteIn(shownBy: string): string {
  return shownBy.replace(references, '').replace(/^(; )+|(; )+$/g, '');
}

/** Shorter titles must be given in full. */
const beginningChars = 15;

/** Returns whether one of a file's tests has the title. */
export function isTitled(reference: Reference, titles: readonly string[]): boolean {
  const { title } = reference;
  return titles.some((full) => full === title || (title.length >= beginningChars && full.startsWith(title)));
}

/**
 * Returns the titles of a file's tests, as written; for a title that starts with a placeholder, includes the text after
 * it.
 * @throws Error if the file cannot be parsed
 */
export function testTitles(path: string, text: string): string[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const titles: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      if (!title || !/^(it|test)(\.(each|for)\b|$)/.test(text.slice(callee.start, callee.end))) return;
      if (title.type === 'Literal' && typeof title.value === 'string') titles.push(title.value);
      if (title.type === 'TemplateLiteral') titles.push(text.slice(title.start + 1, title.end - 1));
    },
  }).visit(program);
  return titles.flatMap((title) => [title, title.replace(/^\$\{[^}]*\} /, '')]);
}
