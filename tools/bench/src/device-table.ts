import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSettings } from '@gossamer/contracts/settings';
import type { BrowserOutcome } from '@gossamer/engine/browser/page/page';
import { buildPage, servePage } from '@gossamer/engine/browser/page/serve-page';
import { compress } from '@gossamer/engine/compress';
import { chromium } from '@playwright/test';
import { deviceImages } from './device-images.ts';
import { median, quantile, short } from './figures.ts';
import type { Image } from './images.ts';
import { chromiumOptions } from './rows/web.ts';

/**
 * Compresses 60 images with the engine in Node.js and in Chromium, and prints a table of both, one class of images per row.
 * Usage: `node tools/bench/src/device-table.ts [class…]`. Takes ten to twenty minutes.
 */

/**
 * Comparison of an image compressed in the browser with the same image compressed in Node.js. `ratio` is the size in
 * the browser relative to the size in Node.js.
 */
type Pair = { filename: string; ratio: number; isSame: boolean; points: number; timeRatio: number };

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function pairOf({ filename, data }: Image, inBrowser: (filename: string) => Promise<BrowserOutcome>) {
  const startedAt = performance.now();
  const here = await compress(data, { settings: defaultSettings, maxPixels: 100_000_000 });
  const durationMs = performance.now() - startedAt;
  const there = await inBrowser(filename);
  if (there.type !== 'done') throw new Error(`${filename}: ${JSON.stringify(there)}`);
  return {
    filename,
    ratio: there.sizeBytes / here.data.length,
    isSame: there.sha256 === (await sha256Of(here.data)),
    points: (there.score ?? 0) - (here.report.score ?? 0),
    timeRatio: there.durationMs / durationMs,
  };
}

async function sha256Of(data: Uint8Array): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(data))).toString('hex');
}

function rowOf(name: string, pairs: Pair[]): string {
  const ratios = pairs.map(({ ratio }) => ratio);
  const times = pairs.map(({ timeRatio }) => timeRatio);
  const points = Math.max(...pairs.map((pair) => Math.abs(pair.points)));
  const same = pairs.filter(({ isSame }) => isSame).length;
  const cells = [
    `${same} of ${pairs.length}`,
    short(median(ratios)),
    `${short(Math.min(...ratios))} to ${short(Math.max(...ratios))}`,
    short(points),
    `${short(median(times))} (${short(Math.min(...times))} to ${short(quantile(times, 0.95))})`,
  ];
  return `| ${name} | ${cells.join(' | ')} |`;
}

const all = await deviceImages();
const names = [...all.keys()];
const wanted = process.argv.slice(2);
const chosen = names.filter((name) => wanted.length === 0 || wanted.includes(name));
const images = chosen.flatMap((name) => all.get(name) ?? []);

const folder = await mkdtemp(join(tmpdir(), 'gossamer-bench-page-'));
await buildPage(folder);
const served = await servePage(
  folder,
  Object.fromEntries(images.map(({ filename, data }) => [filename, data])),
);
const browser = await chromium.launch(await chromiumOptions());
try {
  const page = await browser.newPage();
  await page.goto(served.url);
  const inBrowser = (filename: string) =>
    page.evaluate(
      ([path, settings]) => {
        type Compress = (path: string, settings: unknown) => Promise<BrowserOutcome>;
        return (globalThis as unknown as { compressInBrowser: Compress }).compressInBrowser(path, settings);
      },
      [`/images/${encodeURIComponent(filename)}`, defaultSettings] as const,
    );
  print(
    '| class | same file | size, median | sizes | largest difference in score | time, median (range to p95) |',
  );
  print('|---|---|---|---|---|---|');
  const pairs: Pair[] = [];
  for (const name of chosen) {
    const ofClass: Pair[] = [];
    for (const image of all.get(name) ?? []) ofClass.push(await pairOf(image, inBrowser));
    pairs.push(...ofClass);
    print(rowOf(name, ofClass));
  }
  print(rowOf('all', pairs));
  const different = pairs
    .filter(({ isSame }) => !isSame)
    .map(({ filename, ratio }) => `${filename} ${short(ratio)}`);
  if (different.length > 0) print(`\nDifferent files: ${different.join(', ')}`);
} finally {
  await browser.close();
  served.close();
  await rm(folder, { recursive: true, force: true });
}
