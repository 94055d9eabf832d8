import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { fileIn, git } from './pull-request.ts';

const source = join(import.meta.dirname, '..');
const actionFile = readFileSync(join(source, 'action.yml'), 'utf8');
const readme = readFileSync(join(source, 'README.md'), 'utf8');

let repository: string;
let commit: string;

beforeAll(async () => {
  repository = await mkdtemp(join(tmpdir(), 'gossamer-release-'));
  git(repository, 'init', '--quiet', '--bare');
  const env = { ...process.env, GIT_DIR: repository, GITHUB_REF_NAME: 'v1.2.3' };
  const script = join(source, 'scripts/release-commit.ts');
  commit = execFileSync(process.execPath, [script], { env, cwd: repository, encoding: 'utf8' }).trim();
});
afterAll(() => rm(repository, { recursive: true }));

describe('the released commit', () => {
  it('contains only the action, with the built program', async () => {
    const files = git(repository, 'ls-tree', '-r', '--name-only', commit).split('\n');
    expect(files).toEqual(['LICENSE', 'README.md', 'action.yml', 'dist/LICENSES.txt', 'dist/index.js']);
    expect(git(repository, 'log', '--format=%P %s', commit)).toBe(' Action v1.2.3');
    const built = await readFile(join(inject('actionFolder'), 'dist/index.js'));
    expect(fileIn(repository, commit, 'dist/index.js')).toEqual(built);
  });

  it('runs with Node.js 24 and needs no other file', () => {
    const { runs } = parse(actionFile) as { runs: { using: string; main: string } };
    expect(runs).toEqual({ using: 'node24', main: 'dist/index.js' });
    const program = String(fileIn(repository, commit, runs.main));
    const imported = [...program.matchAll(/(?:^import .* from |\bimport\()"([^"]+)"/gm)].map(
      ([, name]) => name ?? '',
    );
    expect(imported.length).toBeGreaterThan(10);
    const builtIn = (name: string) =>
      name.startsWith('node:') || ['fs', 'path', 'url', 'module'].includes(name);
    // The engine is imported from another folder.
    expect(imported.filter((name) => !builtIn(name))).toEqual(['gossamer-engine']);
    expect(program).not.toContain(join(source, '../..'));
  });

  it('includes the licenses of all bundled packages', () => {
    const licenses = String(fileIn(repository, commit, 'dist/LICENSES.txt'));
    for (const name of ['zod', 'picomatch', 'tinyglobby', 'fdir', 'image-size']) {
      expect(licenses).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)$`, 'm'));
    }
  });
});

describe('the README', () => {
  const { inputs, outputs } = parse(actionFile) as Record<'inputs' | 'outputs', object>;

  it.each([...Object.keys(inputs), ...Object.keys(outputs)])('describes %s', (name) => {
    expect(readme).toMatch(new RegExp(`^\\| \`${name}\` \\|`, 'm'));
  });

  it('uses only inputs of the action, and pins the actions to commits', () => {
    const blocks = [...readme.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => text);
    expect(blocks.length).toBeGreaterThan(1);
    for (const block of blocks) {
      for (const [, name = '', ref] of block.matchAll(/uses: (\S+)@(\S+)/g)) {
        expect(ref, name).toMatch(name.startsWith('actions/') ? /^[0-9a-f]{40}$/ : /^action-v\d+\.\d+\.\d+$/);
      }
      const given = [...block.matchAll(/^ {10}([a-z-]+):/gm)].map(([, name = '']) => name);
      const ofCheckout = ['ref', 'fetch-depth', 'persist-credentials', 'lfs'];
      expect(given.filter((name) => !(name in inputs) && !ofCheckout.includes(name))).toEqual([]);
    }
  });
});
