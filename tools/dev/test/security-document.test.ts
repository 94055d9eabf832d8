import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workspaceRoot } from '../src/paths.ts';
import { asvsLevels } from './asvs-levels.ts';

const read = (path: string) => readFileSync(join(workspaceRoot, path), 'utf8');
const exists = (path: string) => existsSync(join(workspaceRoot, path));
const text = read('docs/security.md');

/** File paths in the document, in backticks or in a table, relative to the workspace root. */
const named = [
  ...new Set(text.match(/(?<![\w/])(?:apps|docs|infra|packages|services|tools)\/[\w./-]+\w/g) ?? []),
];
/** Gateway source files in the tables of the document, relative to the gateway's src folder. */
const ofGateway = [
  ...new Set([...text.matchAll(/`([\w-]+\/[\w./-]+\.ts|app\.ts)`/g)].map(([, path]) => path ?? '')),
].filter((path) => !/^(apps|bench|docs|infra|packages|services)\//.test(path));

/** Returns the text of the section with the given second-level heading. */
const section = (heading: string, document = text) =>
  document.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
const rowsOf = (markdown: string) =>
  markdown.split('\n').filter((line) => line.startsWith('| ') && !/^\| (risk|requirement) \|/.test(line));
const cellsOf = (row: string) =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

describe('docs/security.md', () => {
  it('refers only to files that exist', () => {
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((path) => !exists(path))).toEqual([]);
    expect(ofGateway.length).toBeGreaterThan(10);
    expect(ofGateway.filter((path) => !exists(`services/gateway/src/${path}`))).toEqual([]);
  });

  it('refers to a test for each risk', () => {
    const rows = rowsOf(section('Named risks'));
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows)
      expect(cellsOf(row)[1], row).toMatch(/\S+\.(test|e2e)\.ts\b|\/test\.ts|src\/rows\//);
  });
});

describe('the OWASP ASVS table', () => {
  const table = section('OWASP ASVS 5.0.0, levels 1 and 2');
  const entries = rowsOf(table).map((row) => {
    const [ids = '', level = '', , status = '', how = '', shownBy = ''] = cellsOf(row);
    return { row, ids: expand(ids, level), level, status, how, shownBy };
  });

  it('contains every requirement of levels 1 and 2 once, with its level', () => {
    const required = Object.entries(asvsLevels).flatMap(([part, levels]) =>
      [...levels].flatMap((level, index) => (level === '3' ? [] : [`${part}.${index + 1}`])),
    );
    expect(required).toHaveLength(253);
    const listed = entries.flatMap(({ ids }) => ids);
    expect(listed.filter((id, index) => listed.indexOf(id) !== index)).toEqual([]);
    expect(required.filter((id) => !listed.includes(id))).toEqual([]);
    for (const { row, ids, level } of entries)
      expect([...new Set(ids.map(levelOf))].sort().join(', '), row).toBe(level);
  });

  it('refers to a test for each requirement that is met, and gives a reason for all others', () => {
    for (const { row, status, how, shownBy } of entries) {
      expect(status, row).toMatch(/^(met|not applicable|\*\*not met\*\*)$/);
      const paths = shownBy.split(', ').filter(Boolean);
      expect(
        paths.filter((path) => !/\/(test|e2e)\/|\.test\.tsx?$/.test(path) || !exists(path)),
        row,
      ).toEqual([]);
      if (status === 'met') expect(paths, row).not.toEqual([]);
      else expect(how, row).not.toBe('');
    }
  });

  it('states the correct totals', () => {
    const count = (wanted: string) =>
      entries.flatMap(({ ids, status }) => (status === wanted ? ids.filter((id) => levelOf(id) !== '3') : []))
        .length;
    expect(table).toContain(
      `${count('met')} met, ${count('not applicable')} not applicable, ${count('**not met**')} not met.`,
    );
  });
});

/**
 * Returns the requirements listed in a table cell such as "1.2.6 – 1.2.8, 1.3.1". A range contains only requirements of
 * the row's level.
 */
function expand(cell: string, level: string): string[] {
  return cell.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split(' – ');
    const [chapter, partOfChapter, from] = first.split('.');
    const count = Number(last.split('.')[2]) - Number(from) + 1;
    const ids = Array.from(
      { length: count },
      (_, index) => `${chapter}.${partOfChapter}.${Number(from) + index}`,
    );
    return ids.filter((id) => ids.length === 1 || level.includes(levelOf(id)));
  });
}

function levelOf(id: string): string {
  const [, part = '', index] = /^(\d+\.\d+)\.(\d+)$/.exec(id) ?? [];
  return asvsLevels[part]?.[Number(index) - 1] ?? `no requirement ${id}`;
}

describe('the documents that the ASVS table relies on', () => {
  const documents: [path: string, heading: string, rows: number][] = [
    ['docs/security.md', 'Who may do what', 15],
    ['docs/security.md', 'How callers authenticate', 8],
    ['docs/security.md', 'Data', 10],
    ['docs/security.md', 'Cryptography', 14],
    ['docs/security.md', 'What a request may hold', 15],
    ['docs/architecture.md', 'Limits, in numbers', 30],
    ['docs/operations/signals.md', 'Logs', 12],
    ['docs/dependencies.md', 'Looking after them', 3],
    ['infra/README.md', 'Who reaches whom', 7],
  ];

  it.each(documents)('include %s, whose section "%s" has at least %i rows', (path, heading, rows) => {
    expect(rowsOf(section(heading, read(path))).length).toBeGreaterThanOrEqual(rows);
  });

  it('list every source file that uses cryptography', () => {
    const inventory = section('Cryptography');
    const users = sourcesBelow(['services', 'packages']).filter((path) =>
      /from '(node:crypto|fast-jwt|@node-rs\/argon2|@fastify\/jwt|@fastify\/cookie|standardwebhooks)'/.test(
        read(path),
      ),
    );
    expect(users.length).toBeGreaterThan(25);
    const missing = users.filter(
      (path) => !inventory.includes(`\`${path.replace('services/gateway/src/', '')}\``),
    );
    expect(missing).toEqual([]);
  });
});

/** Returns the paths of all distributed TypeScript files in packages in the given folders. */
function sourcesBelow(folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(workspaceRoot, folder))
      .filter((name) => name !== 'testkit' && exists(`${folder}/${name}/src`))
      .flatMap((name) =>
        readdirSync(join(workspaceRoot, folder, name, 'src'), { recursive: true, encoding: 'utf8' })
          .filter((path) => path.endsWith('.ts'))
          .map((path) => `${folder}/${name}/src/${path}`),
      ),
  );
}

describe.each(['docs/security.md', 'docs/dependencies.md', 'SECURITY.md'])('%s', (path) => {
  it('contains only links to existing files', () => {
    const links = [...read(path).matchAll(/\]\(([^)#\s]+)(#[^)]*)?\)/g)].map(([, target]) => target ?? '');
    const broken = links.filter(
      (target) => !/^https?:/.test(target) && !existsSync(join(workspaceRoot, dirname(path), target)),
    );
    expect(broken).toEqual([]);
  });
});
