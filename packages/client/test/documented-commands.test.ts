import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { graphicWithAlpha, photo } from '@gossamer/testkit/images';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { commitAll, git } from './check-repository.ts';
import { folderOf, gossamer, remove } from './cli.ts';
import { type FlakyServer, json, startFlakyServer } from './flaky-server.ts';

/** Runs every command line of the README files and of --help, as readers who copy them do. */
const exec = promisify(execFile);
const { url, members } = inject('product');
const { apiKey } = members.documented;
const installedIn = inject('installedWithEngine');
const pages = ['packages/client/README.md', 'packages/local-engine/README.md', 'docs/variants.md'];

let images: Record<string, Buffer>;
let storage: FlakyServer;
let folder: string;

beforeAll(async () => {
  const harbor = await photo({ widthPx: 320, heightPx: 240 });
  const logo = await graphicWithAlpha({ widthPx: 96, heightPx: 64 });
  const archived = await folderOf({ 'a.jpg': harbor });
  await gossamer(['compress', 'a.jpg', '--archive', '--local'], { cwd: archived, installedIn });
  const archive = await readFile(join(archived, 'a.compressed.jxl'));
  await remove(archived);
  images = {
    'hero.jpg': harbor,
    'hero.png': logo,
    'photos/a.jpg': harbor,
    'photos/b.jxl': archive,
    'src/assets/logo.png': logo,
  };
  storage = await startFlakyServer([json(200, {})]);
});
afterAll(() => storage.close());

beforeEach(async () => {
  const targets = Object.fromEntries(
    Object.keys(images).map((name) => [name, `${storage.url}/${name}?signature=1`]),
  );
  folder = await folderOf({ ...images, 'urls.json': JSON.stringify(targets) });
  commitAll(folder);
  git(folder, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
  await mkdir(join(folder, 'bin'));
  const cli = join(installedIn, 'node_modules/gossamer/dist/cli.js');
  await writeFile(join(folder, 'bin/gossamer'), `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`);
  await chmod(join(folder, 'bin/gossamer'), 0o755);
});
afterEach(() => remove(folder));

/** Returns the command lines in the code blocks of a Markdown file, without the program that would install the package. */
async function commandsIn(page: string): Promise<string[]> {
  const markdown = await readFile(join(import.meta.dirname, '../../..', page), 'utf8');
  return [...markdown.matchAll(/^(?:npx (?:--package \S+ )*)?(gossamer (?!mcp)[^\n]+)$/gm)].map(
    ([, command = '']) => command,
  );
}

/** Returns the command lines that --help shows. */
async function commandsOfHelp(): Promise<string[]> {
  const { stdout } = await gossamer(['--help'], { cwd: '.' });
  const examples = stdout.slice(stdout.indexOf('Examples:'), stdout.indexOf('The API key'));
  return [...examples.matchAll(/^ {2}(gossamer (?!mcp).*?)(?: {2,}.*)?$/gm)].map(
    ([, command = '']) => command,
  );
}

const inPages = (await Promise.all(pages.map(commandsIn))).flat();
const commands = [...new Set([...inPages, ...(await commandsOfHelp())])];

describe('the documented commands', () => {
  it('are found', () => {
    const names = new Set(commands.map((command) => command.split(' ')[1]));
    expect([...names].sort()).toEqual(['check', 'compress', 'restore', 'usage', 'variants']);
    expect(commands.length).toBeGreaterThan(18);
  });

  it.each(commands)('run: %s', async (command) => {
    const env = {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      HOME: folder,
      GOSSAMER_BASE_URL: url,
      GOSSAMER_API_KEY: apiKey,
    };
    const { code = 0, stderr } = await exec('sh', ['-c', command], { cwd: folder, env }).then(
      (output) => ({ ...output, code: 0 }),
      (error: { code: number; stderr: string }) => error,
    );
    expect([code, stderr]).toEqual([0, '']);
  });
});
