import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workspaceRoot } from '../src/paths.ts';

const read = (path: string) => readFileSync(join(workspaceRoot, path), 'utf8');
const text = read('docs/security.md');

/** Paths from the workspace's root, in backticks or in a table. */
const named = [...new Set(text.match(/\b(?:apps|bench|docs|infra|packages|services)\/[\w./-]+\w/g) ?? [])];
/** Files of the gateway, as the table of requirements calls them. */
const ofGateway = [
  ...new Set([...text.matchAll(/`([\w-]+\/[\w./-]+\.ts|app\.ts)`/g)].map(([, path]) => path ?? '')),
].filter((path) => !/^(apps|bench|docs|infra|packages|services)\//.test(path));

describe('docs/security.md', () => {
  it('names files that exist', () => {
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((path) => !existsSync(join(workspaceRoot, path)))).toEqual([]);
    expect(ofGateway.length).toBeGreaterThan(10);
    const missing = ofGateway.filter(
      (path) => !existsSync(join(workspaceRoot, 'services/gateway/src', path)),
    );
    expect(missing).toEqual([]);
  });

  it('has a test that exists, or a reason, for each named risk', () => {
    const risks = text.split('## Named risks')[1]?.split('\n## ')[0] ?? '';
    const rows = risks.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| risk'));
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) {
      const [, , tests = ''] = row.split('|');
      expect(tests, row).toMatch(/\S+\.(test|e2e)\.ts\b|\/test\.ts|src\/rows\//);
    }
  });
});

describe.each(['docs/security.md', 'docs/dependencies.md', 'SECURITY.md'])('%s', (path) => {
  it('links to what exists', () => {
    const links = [...read(path).matchAll(/\]\(([^)#\s]+)(#[^)]*)?\)/g)].map(([, target]) => target ?? '');
    const broken = links.filter(
      (target) => !/^https?:/.test(target) && !existsSync(join(workspaceRoot, dirname(path), target)),
    );
    expect(broken).toEqual([]);
  });
});
