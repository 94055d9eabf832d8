import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@gossamer/testkit/free-port';
import { photo } from '@gossamer/testkit/images';
import { afterEach, describe, expect, inject, it } from 'vitest';
import type { CheckedImage } from '../src/cli/check/checked.ts';
import { totalsOf } from '../src/cli/check/describe.ts';
import { markdownReport } from '../src/cli/check/markdown-report.ts';
import { type CliRun, filesBelow, folderOf, gossamer, remove } from './cli.ts';

const installedIn = inject('installedWithEngine');
const config = { failOnSavings: true };

let folder: string;
afterEach(() => remove(folder));

const check = async (...args: string[]): Promise<CliRun> =>
  gossamer(['check', '--local', ...args], {
    cwd: folder,
    installedIn,
    env: { GOSSAMER_BASE_URL: `http://127.0.0.1:${await freePort()}` },
  });

const image = (path: string, savedBytes: number): CheckedImage => ({
  path,
  format: 'jpeg',
  sizeBytes: 10_000,
  widthPx: 40,
  heightPx: 30,
  status: 'checked',
  saving: { originalBytes: 10_000, resultBytes: 10_000 - savedBytes, isEstimate: true },
  exceeded: [],
});

describe('check --markdown', () => {
  it('prints tables of images, and writes them to a file in addition to the report', async () => {
    const jpeg = await photo({ widthPx: 160, heightPx: 120 });
    const budgets = [{ files: 'b.jpg', maxWidthPx: 100, minSavedPercent: 99 }];
    const settings = { 'gossamer.config.json': JSON.stringify({ budgets }) };
    folder = await folderOf({ 'a.jpg': jpeg, 'b.jpg': jpeg, 'c.jpg': 'no image', ...settings });
    const { code, stdout, stderr } = await check('--markdown');
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(
      /^## 1 image could not be checked\n\n2 images checked, 2 over the budget, 1 failed\. /,
    );
    const size = String.raw`<br>JPEG, 160 × 120 \| 4\.6 KB`;
    expect(stdout).toMatch(
      new RegExp(
        String.raw`\| image \| size \| can be saved \| over the budget \|\n\| --- \| --- \| --- \| --- \|\n` +
          String.raw`\| <code>a&#46;jpg</code>${size} \| [\d.]+ KB \([\d.]+%\) \|  \|\n` +
          String.raw`\| <code>b&#46;jpg</code>${size} \|  \| 160 pixels wide, at most 100 \|\n`,
      ),
    );
    expect(stdout).toMatch(
      /\n\| not checked \| reason \|\n\| --- \| --- \|\n\| <code>c&#46;jpg<\/code> \| This is not a /,
    );
    const both = await check('--fix', '--json', '--markdown=out/report.md');
    expect(both.stdout).toMatch(/^\{"type":"file"/);
    const report = await readFile(join(folder, 'out/report.md'), 'utf8');
    expect(report).toMatch(
      /\n\| fixed image \| before \| after \| saved \|\n.*\n\| <code>a&#46;jpg<\/code><br>/,
    );
  });

  it.each([
    [['--json', '--markdown'], '--json and --markdown cannot both print.'],
    [['--markdown', 'a.jpg'], '--markdown would overwrite a.jpg.'],
    [['--markdown', 'in'], 'failed to write in: This is a folder, not a file.'],
  ])('rejects outputs that contradict each other or would overwrite files: %j', async (args, message) => {
    folder = await folderOf({ 'in/a.txt': '' });
    expect(await check(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    expect(await filesBelow(folder)).toEqual(['in/a.txt']);
  });
});

describe('a report in Markdown', () => {
  const reportOf = (found: CheckedImage[], maxLength = 65_000) =>
    markdownReport(found, { totals: totalsOf(found, config), maxLength });

  it.each([
    'a|b.jpg',
    'line\nbreak.jpg',
    '`code`.jpg',
    '</code><img src=x>.jpg',
    '![a](https://example.com/b.png).jpg',
    '@maintainers www.example.com #1.jpg',
    '<!-- gossamer-check -->.jpg',
    '\u202egpj.exe.jpg',
  ])('contains no markup from paths: %j', (path) => {
    const [row = ''] = reportOf([image(path, 5_000)])
      .split('\n')
      .filter((line) => line.includes('<code>'));
    expect(row.match(/(?<!\\)\|/g)).toHaveLength(4);
    const [, cell = ''] = /<code>(.*)<\/code>/.exec(row) ?? [];
    expect(cell).toMatch(/^(?:[\p{L}\p{N} /]|&#\d+;)+$/u);
    const text = cell.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
    expect(text).toBe(path.replace(/[\n\u202e]/, '\ufffd'));
  });

  it('lists the largest savings first, and leaves out rows beyond its maximum length', () => {
    const found = Array.from({ length: 2_000 }, (_, at) => image(`images/${at}.jpg`, 2_000 + at));
    const report = reportOf(found);
    expect(report.length).toBeLessThan(65_000);
    expect(report.length).toBeGreaterThan(60_000);
    const rows = report.split('\n').filter((line) => line.includes('<code>'));
    expect(rows[0]).toContain('images/1999&#46;jpg');
    expect(report).toContain(`\n\n${(2_000 - rows.length).toLocaleString('en')} more images not shown.\n`);
    expect(reportOf(found, 500)).toMatch(/\n\n2,000 more images not shown\.\n$/);
  });
});
