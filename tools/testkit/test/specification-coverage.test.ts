import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  coverageRows,
  isTitled,
  noteIn,
  type Reference,
  referencesIn,
  testTitles,
} from '../src/source-code/specification-coverage.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const rows = coverageRows(read('docs/specification-coverage.md'));

const titles = new Map<string, string[]>();
function titlesOf(path: string): string[] {
  const known = titles.get(path) ?? (existsSync(join(root, path)) ? testTitles(path, read(path)) : []);
  titles.set(path, known);
  return known;
}

const reason = /^(Deviation|Settled): ./;
const show = ({ id, path, title }: Reference & { id: string }) => `${id}: ${path} › ${title}`;

/** docs/specification-coverage.md says for each statement of the specification which test shows it. */
describe('the coverage of the specification', () => {
  it('is told statement by statement', () => {
    expect(rows.length).toBeGreaterThanOrEqual(480);
  });

  it('is counted without a gap, section by section', () => {
    const counts = new Map<string, number>();
    const expected = rows.map(({ id }) => {
      const section = id.split('.')[0] ?? '';
      counts.set(section, (counts.get(section) ?? 0) + 1);
      return `${section}.${counts.get(section)}`;
    });
    expect(rows.map(({ id }) => id)).toEqual(expected);
    expect([...counts.keys()]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  it('says nothing twice', () => {
    const byStatement = Map.groupBy(rows, ({ statement }) => statement.toLowerCase());
    const twice = [...byStatement.values()].filter(({ length }) => length > 1);
    expect(twice.map((same) => same.map(({ id }) => id))).toEqual([]);
  });

  it('has no hole: each row names a test, or says why there is none', () => {
    const holes = rows.filter(({ shownBy }) => referencesIn(shownBy).length === 0 && !reason.test(shownBy));
    expect(holes.map(({ id, shownBy }) => `${id}: ${shownBy}`)).toEqual([]);
  });

  it('names nothing but tests and reasons', () => {
    const strange = rows.filter(({ shownBy }) => {
      const note = noteIn(shownBy);
      // A test's file in what is no reference: its title was written in some other way.
      return note !== '' && shownBy !== 'HOLE' && (!reason.test(note) || /\.(test|e2e)\.tsx?`/.test(note));
    });
    expect(strange.map(({ id, shownBy }) => `${id}: ${shownBy}`)).toEqual([]);
  });

  it('names tests that are there, by their titles', () => {
    const named = rows.flatMap(({ id, shownBy }) => referencesIn(shownBy).map((one) => ({ id, ...one })));
    const missing = named.filter((one) => !isTitled(one, titlesOf(one.path)));
    expect(missing.map(show)).toEqual([]);
  });
});
