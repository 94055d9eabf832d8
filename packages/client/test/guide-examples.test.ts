import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { photo } from '@gossamer/testkit/images';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { folderOf, remove } from './cli.ts';
import { type FlakyServer, file, json, startFlakyServer } from './flaky-server.ts';

/**
 * Runs the examples of the API guide and of the pages about moving from other services, for curl, Node.js and the command
 * line, as readers who copy them do.
 */
const exec = promisify(execFile);
const { url, members } = inject('product');
const installed = join(inject('installedIn'), 'node_modules');
const pages = ['api', 'migration/tinypng', 'migration/shortpixel', 'migration/cloudinary'];

interface Example {
  language: 'sh' | 'js';
  section: string;
  code: string;
}

/**
 * Whether an example is left out: servers do not end, another test runs the client tinify, and exports contain a
 * placeholder for the key.
 */
const isLeftOut = ({ code }: Example) => /createServer|import tinify|gsm_…/.test(code);
const texts = pages.map((page) => readFile(join(import.meta.dirname, `../../../docs/${page}.md`), 'utf8'));
const examples = (await Promise.all(texts)).flatMap(examplesIn).filter((example) => !isLeftOut(example));
/** Code that creates the client, which the other examples use. */
const setup = `import { readFile, writeFile } from 'node:fs/promises';
import { Gossamer } from 'gossamer';
const gossamer = new Gossamer({ apiKey: process.env.GOSSAMER_API_KEY, baseUrl: process.env.GOSSAMER_URL });
`;

let folder: string;
let storage: FlakyServer;
let images: FlakyServer;

/** Returns the examples of a Markdown file with the headings above them. */
function examplesIn(markdown: string): Example[] {
  let section = '';
  return [...markdown.matchAll(/^#+ ([^\n]+)$|^```(sh|js)\n(.*?)^```$/gms)].flatMap(
    ([, heading, language, code]) => {
      if (heading) section = heading;
      return language === 'sh' || language === 'js' ? [{ language, section, code: code ?? '' }] : [];
    },
  );
}

beforeAll(async () => {
  const image = await photo({ widthPx: 520, heightPx: 360 });
  const names = ['harbour.jpg', 'passport.jpg', 'photo.jpg'];
  folder = await folderOf(Object.fromEntries(names.map((name) => [name, image])));
  await mkdir(join(folder, 'bin'));
  await symlink(installed, join(folder, 'node_modules'));
  // The command of the installed package, instead of the newest one of the registry.
  await writeFile(
    join(folder, 'bin/npx'),
    `#!/bin/sh\nshift\nexec "${process.execPath}" "${installed}/gossamer/dist/cli.js" "$@"\n`,
    { mode: 0o755 },
  );
  storage = await startFlakyServer([json(200, {})]);
  images = await startFlakyServer([file(image)]);
});
afterAll(async () => {
  await Promise.all([storage.close(), images.close()]);
  await remove(folder);
});

function run({ language, code }: Example) {
  const text = code.replaceAll('https://images.example.com', images.url);
  const env = {
    ...process.env,
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    GOSSAMER_URL: url,
    GOSSAMER_BASE_URL: url,
    GOSSAMER_API_KEY: members.guide.apiKey,
    PRESIGNED_URL: `${storage.url}/harbour.webp?X-Amz-Signature=1`,
    PRESIGNED_WEBP_URL: `${storage.url}/harbour-400w.webp?X-Amz-Signature=1`,
    PRESIGNED_JPEG_URL: `${storage.url}/harbour-400w.jpg?X-Amz-Signature=1`,
  };
  if (language === 'sh') {
    // Report errors of the API, which curl otherwise ignores.
    const strict = text.replaceAll(/\bcurl (?!-s|--fail)/g, 'curl --fail-with-body ');
    return exec('sh', ['-e', '-c', strict], { cwd: folder, env });
  }
  const script = code.includes('new Gossamer') ? text : `${setup}${text}`;
  return exec(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, env });
}

describe('the examples of the guide', () => {
  it('are found in most sections', () => {
    expect(new Set(examples.map(({ section }) => section)).size).toBeGreaterThan(15);
    expect(examples.filter(({ language }) => language === 'js').length).toBeGreaterThan(11);
  });

  it.each(
    examples.map((example, index) => ({
      ...example,
      name: `${index + 1} in ${example.section} (${example.language})`,
    })),
  )('run: $name', async (example) => {
    const { stdout } = await run(example);
    expect(stdout).not.toContain('undefined');
  });
});
