import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkConfig } from '@gossamer/contracts/check-config';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { limitsBy, matcher } from '../src/cli/check/find-limits.ts';
import { loadConfig } from '../src/cli/check/load-config.ts';
import { UsageError } from '../src/cli/exit-codes.ts';
import { folderOf, remove } from './cli.ts';

const exec = promisify(execFile);

let folder: string;
afterEach(() => remove(folder));

const load = async (files: Record<string, string>, file?: string, allowsPrograms = true) => {
  folder = await folderOf(files);
  return loadConfig({ folder, file, allowsPrograms });
};

/** Returns the message of the UsageError with which loading fails. */
async function messageOf(loading: Promise<unknown>): Promise<string> {
  const error = await loading.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UsageError);
  return (error as UsageError).message;
}

describe('the configuration', () => {
  it('has defaults if no file exists', async () => {
    expect(await load({})).toEqual({
      ignore: [],
      compression: { quality: 85 },
      minSavedPercent: 10,
      minSavedBytes: 1_024,
      failOnSavings: true,
      budgets: [],
    });
  });

  const text = 'export default { minSavedPercent: 7 }';
  it.each([
    ['gossamer.config.json', '{ "minSavedPercent": 7 }'],
    ['gossamer.config.mjs', text],
    ['gossamer.config.js', 'module.exports = { minSavedPercent: 7 };'],
    ['gossamer.config.ts', `const percent: number = 7;\n${text.replace('7', 'percent')}`],
  ])('is found as %s', async (name, content) => {
    expect(await load({ [name]: content })).toMatchObject({ minSavedPercent: 7 });
  });

  it('is read from the named file only', async () => {
    const files = { 'gossamer.config.json': '{', 'ci/images.json': '{ "minSavedPercent": 3 }' };
    expect(await load(files, 'ci/images.json')).toMatchObject({ minSavedPercent: 3 });
  });

  it('of the README is valid', async () => {
    const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8');
    const [, example = ''] = /```json\n([\s\S]*?)```/.exec(readme) ?? [];
    const { budgets } = await load({ 'gossamer.config.json': example });
    expect(budgets).toHaveLength(3);
    const [, section = ''] = /#### Configuration\n([\s\S]*?)\n#### /.exec(readme) ?? [];
    const { properties = {} } = z.toJSONSchema(checkConfig, { io: 'input' });
    const { items } = properties.budgets as { items: { properties: object } };
    for (const name of [...Object.keys(properties), ...Object.keys(items.properties)]) {
      if (name !== '$schema') expect(section).toMatch(new RegExp(`^\\| (\`\\w+\`, )?\`${name}\``, 'm'));
    }
  });

  it.each([
    [
      { budgets: [{ files: '*.png', maxWidth: 100 }] },
      /budgets\[0\]: unknown field "maxWidth"\. Allowed: files, maxBytes, maxWidthPx, /,
    ],
    [{ budgets: [{ files: '*', maxBytes: '200KB' }] }, /budgets\[0\]\.maxBytes: .*expected number/],
    [{ budgets: [{ files: '*', formats: ['svg'] }] }, /budgets\[0\]\.formats\[0\]: .*"jpeg"\|"png"/],
    [{ budgets: [{ files: 7 }] }, /budgets\[0\]\.files: expected a glob or a list of globs/],
    [{ compression: { quality: 5 } }, /compression\.quality: .*>=10/],
    [{ compression: { format: 'webp' } }, /compression: unknown field "format"\. Allowed: quality, /],
    [{ minSavedPercent: 101 }, /minSavedPercent: .*<=100/],
    [{ minSavedBytes: 0 }, /minSavedBytes: .*>=1/],
    [{ budget: [] }, /unknown field "budget"\. Allowed: .*budgets/],
    [[], /the configuration: .*expected object/],
  ])('is rejected with the field and what is allowed: %j', async (config, message) => {
    const text = await messageOf(load({ 'gossamer.config.json': JSON.stringify(config) }));
    expect(text).toMatch(/^gossamer\.config\.json is invalid:\n {2}/);
    expect(text).toMatch(message);
  });

  it.each([
    [{ 'gossamer.config.json': '{ "ignore": ' }, undefined, 'gossamer.config.json is not valid JSON: '],
    [
      { 'gossamer.config.json': '{}', 'gossamer.config.ts': text },
      undefined,
      'found gossamer.config.json and gossamer.config.ts. Keep one of them.',
    ],
    [{}, 'gone.json', 'failed to read gone.json (ENOENT).'],
    [
      { 'a.yml': '' },
      'a.yml',
      'a.yml is not a configuration. Its name must end with .json, .ts, .mjs or .js.',
    ],
    [
      { 'gossamer.config.mjs': 'export const a = 1;' },
      undefined,
      'gossamer.config.mjs has no default export.',
    ],
    [
      { 'gossamer.config.mjs': 'throw new Error("no");' },
      undefined,
      'failed to load gossamer.config.mjs: no',
    ],
    [{ 'gossamer.config.ts': 'export default {' }, undefined, 'failed to load gossamer.config.ts: '],
  ])('has a clear error if it cannot be loaded: %j', async (files, file, message) => {
    expect(await messageOf(load(files as Record<string, string>, file))).toContain(message);
  });

  it('is not executed if programs are not allowed', async () => {
    const content = 'process.exit(70); export default {};';
    const message = await messageOf(load({ 'gossamer.config.mjs': content }, undefined, false));
    expect(message).toContain('is not executed. Use gossamer.config.json.');
  });

  it('is rejected as TypeScript if Node.js does not strip types', async () => {
    folder = await folderOf({ 'gossamer.config.ts': text });
    const module = join(import.meta.dirname, '../src/cli/check/load-config.ts');
    const script = `Object.defineProperty(process.features, 'typescript', { value: false });
      const { loadConfig } = await import(${JSON.stringify(module)});
      const source = { folder: ${JSON.stringify(folder)}, allowsPrograms: true };
      console.log(await loadConfig(source).catch(({ message }) => message));`;
    const { stdout } = await exec(process.execPath, ['--input-type=module', '-e', script]);
    expect(stdout).toMatch(
      /^Node\.js v\S+ cannot load gossamer\.config\.ts\. Use Node\.js 22\.18 or newer, .*\.mjs/,
    );
  });
});

describe('limits', () => {
  it('are those of the last budget that applies and sets them', async () => {
    const budgets = [
      { files: '**', maxBytes: 500, maxWidthPx: 90 },
      { files: ['icons/**', '*.gif'], maxBytes: 100, minSavedPercent: 1 },
    ];
    const limits = limitsBy(await load({ 'gossamer.config.json': JSON.stringify({ budgets }) }));
    const general = { minSavedPercent: 10, minSavedBytes: 1_024, maxBytes: 500, maxWidthPx: 90 };
    expect(limits('a.png')).toEqual(general);
    expect(limits('icons/deep/a.png')).toEqual({ ...general, maxBytes: 100, minSavedPercent: 1 });
    expect(limits('deep/a.gif')).toEqual(limits('icons/a.png'));
  });

  it('apply to hidden folders, and globs with a slash only to the path', () => {
    expect(matcher(['**/*.png'])('.github/a.png')).toBe(true);
    expect(matcher(['a/*.png'])('a/b/c.png')).toBe(false);
    expect(matcher([])('a.png')).toBe(false);
  });
});
