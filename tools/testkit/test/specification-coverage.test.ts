import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isTest, sourceFiles } from '../src/source-code/source-files.ts';
import { coverageRows, shownIds } from '../src/source-code/specification-coverage.ts';

const root = join(import.meta.dirname, '../../..');
const rows = coverageRows(readFileSync(join(root, 'docs/specification-coverage.md'), 'utf8'));

/** Test files by the id of the specification statement that they prove. */
const shown = Map.groupBy(
  sourceFiles()
    .filter(({ path }) => isTest(path))
    .flatMap(({ path, text }) => shownIds(path, text).map((id) => ({ id, path }))),
  ({ id }) => id,
);

const reason = /^(Deviation|Settled): ./;

describe('the specification coverage document', () => {
  it('lists all statements', () => {
    expect(rows.length).toBeGreaterThanOrEqual(480);
  });

  it('numbers the statements of each section consecutively', () => {
    const counts = new Map<string, number>();
    const expected = rows.map(({ id }) => {
      const section = id.split('.')[0] ?? '';
      counts.set(section, (counts.get(section) ?? 0) + 1);
      return `${section}.${counts.get(section)}`;
    });
    expect(rows.map(({ id }) => id)).toEqual(expected);
    expect([...counts.keys()]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  it('lists each statement once', () => {
    const byStatement = Map.groupBy(rows, ({ statement }) => statement.toLowerCase());
    const repeated = [...byStatement.values()].filter(({ length }) => length > 1);
    expect(repeated.map((same) => same.map(({ id }) => id))).toEqual([]);
  });

  it('gives a reason for each statement without a test', () => {
    expect(rows.filter(({ id, note }) => !shown.has(id) && !reason.test(note))).toEqual([]);
  });

  it('states the type of each note', () => {
    expect(rows.filter(({ note }) => note !== '' && !reason.test(note))).toEqual([]);
  });

  it('contains every id that a test refers to', () => {
    const known = new Set(rows.map(({ id }) => id));
    expect([...shown.values()].flat().filter(({ id }) => !known.has(id))).toEqual([]);
  });
});
