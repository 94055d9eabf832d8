import { mkdtempSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locales } from '@gossamer/contracts/locales';

const pages = [
  { name: 'home', path: '/' },
  { name: 'compress', path: '/compress', variants: ['filter', 'resize'] },
  { name: 'checkout', path: '/checkout' },
  { name: 'account', path: '/account', isPrivate: true, isSentToMembers: true },
  { name: 'dashboard', path: '/affiliate/dashboard/:code', isPrivate: true, isSentToMembers: true },
  { name: 'terms', path: '/terms', isSentToMembers: true },
  { name: 'notFound' },
];

/** Texts of the pages for browsers without JavaScript. */
const plainTexts = {
  page: {
    waiting: 'Compressing…',
    waitingText: 'This page reloads by itself.',
    refresh: 'Check again',
    done: 'Your image is ready',
    sizes: '{{from}} before, {{to}} after.',
    smaller: '{{percent}} smaller.',
    download: 'Download {{name}}',
    kept: 'Deleted after {{hours}} hours.',
    failed: 'The image could not be compressed',
    again: 'Compress another image',
    shareMissed: 'The shared images did not arrive',
    shareMissedText: 'Share them again.',
    shareChoose: 'Choose images',
  },
  errors: {
    internal: 'Something went wrong.',
    missing_file: 'The image did not arrive.',
    unsupported_format: 'This file type is not supported.',
    compression_not_found: 'This compression no longer exists.',
    result_expired: 'The result has been deleted.',
    too_many_pixels: 'The image has more than {{maxMegapixels}} megapixels.',
    daily_limit_reached: 'You have used all {{dailyLimit}} compressions.',
  },
  units: { bytes: '{{value}} bytes', kilobytes: '{{value}} KB', megabytes: '{{value}} MB' },
};

/** Creates a directory with the structure of a built web app. Each page contains its name and language. */
export async function builtWebApp(): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'gossamer-web-'));
  await mkdir(join(root, 'assets'));
  await writeFile(join(root, 'index.html'), 'template');
  await writeFile(join(root, 'assets', 'app-1a2b3c.js'), 'export {};');
  await writeFile(join(root, 'assets', 'app-1a2b3c.js.br'), 'compressed');
  await writeFile(join(root, 'assets', 'engine-worker-4d5e6f.js'), 'export {};');
  await writeFile(join(root, 'assets', 'app-1a2b3c.css'), 'p {}');
  for (const { code } of locales) {
    await mkdir(join(root, 'pages', code), { recursive: true });
    await writeFile(join(root, 'pages', code, 'plain.json'), JSON.stringify(plainTexts));
    for (const { name, variants = [] } of pages)
      for (const file of [name, ...variants.map((variant) => `${name}.${variant}`)])
        await writeFile(join(root, 'pages', code, `${file}.html`), page(file, code));
  }
  await writeFile(join(root, 'pages', 'pages.json'), JSON.stringify({ pages }));
  return root;
}

const page = (name: string, language: string) =>
  [
    `<!doctype html><html lang="${language}" data-theme="%THEME%" data-ads="%ADS%" data-claims="%CLAIMS%">`,
    `<link rel="canonical" href="%ORIGIN%/${name}"><link rel="alternate" href="%ORIGIN%/${name}?lang=de">`,
    `<script type="application/json" id="session">%SESSION%</script>`,
    `<div id="root"><div><h1>${name}</h1></div></div><noscript>JavaScript</noscript>`,
    `<p>${'long enough to be worth compressing '.repeat(40)}</p></html>`,
  ].join('');
