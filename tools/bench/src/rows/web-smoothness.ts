/// <reference lib="dom" />
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeThrowawayDir, removeThrowawayDir } from '@gossamer/dev/servers/throwaway-dir';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { type Row, short } from '../figures.ts';
import { cameraPhotos } from '../images.ts';
import { withProduct } from '../product.ts';
import { chromiumOptions } from './web.ts';

/** Number of files uploaded per round. The next round starts once all of them have been compressed. */
const filesEach = 10;
const rounds = 10;

export interface Smoothness {
  /** Duration in milliseconds of the longest task on the page's main thread, or 0 if no task took at least 50 ms. */
  longestTaskMs: number;
  /** Longest time in milliseconds between two animation frames. Other load on the machine increases this time. */
  longestGapMs: number;
}

declare global {
  interface Window {
    smoothness: Smoothness;
  }
}

/**
 * Measures the smoothness of the page during 100 uploads of 10 MB, ten at a time. All files remain in the page's list.
 * The value is CPU time, because the services run on the same cores as the page and interrupt its tasks.
 */
export const webSmoothness: Row = {
  name: 'web, CPU time of the longest task of the page with 100 files of 10 MB',
  unit: 'ms',
  better: 'less',
  target: 50,
  measure: ({ profile, note }) =>
    withProduct({ profile, hasWebApp: true, isNoOp: true }, async ({ url }) => {
      const { cpuMs, phases } = await measureSmoothness(url, note);
      const detail = Object.entries(phases)
        .map(([phase, one]) => `${phase}: ${describe(one)}`)
        .join('; ');
      return { value: cpuMs, detail };
    }),
};

type Phases = { 'adding and previews': Smoothness; 'uploading and completing': Smoothness };

/** Uploads the files in a browser and measures the smoothness of the page in each phase, and its longest task. */
async function measureSmoothness(
  url: string,
  note: (line: string) => void,
): Promise<{ cpuMs: number; phases: Phases }> {
  const folder = await makeThrowawayDir();
  const browser = await chromium.launch(await chromiumOptions());
  try {
    const files = await writePhotos(folder);
    const page = await browser.newPage();
    await page.addInitScript(watch);
    // Disable auto-start. Otherwise, from the second round on, images would be compressed as soon as they are added,
    // and the two phases could not be measured separately.
    await page.addInitScript(() => localStorage.setItem('gossamer.autoStart', 'off'));
    await showSmallImages(page);
    await page.goto(`${url}/compress`, { waitUntil: 'networkidle' });
    // Load Playwright's own script before the recording.
    await page.waitForFunction(haveAllImages, 0);
    await browser.startTracing(page, { categories: ['toplevel'] });
    const adding: Smoothness[] = [];
    const uploading: Smoothness[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const input = page.locator('input[type=file]').first();
      // Reset the input, because browsers fire no change event when the same files are selected again.
      await input.setInputFiles([]);
      await taken(page);
      await input.setInputFiles(files);
      await page.waitForFunction(haveAllImages, filesEach, { timeout: 120_000 });
      adding.push(await taken(page));
      await page.evaluate(pressCompress);
      await page.waitForFunction(areAllSettled, round * filesEach, { timeout: 120_000 });
      uploading.push(await taken(page));
      note(`round ${round}: ${[adding, uploading].map((all) => describe(all.at(-1))).join(', ')}`);
    }
    return {
      cpuMs: longestCpuMs(await browser.stopTracing()),
      phases: { 'adding and previews': worst(adding), 'uploading and completing': worst(uploading) },
    };
  } finally {
    await browser.close();
    removeThrowawayDir(folder);
  }
}

async function writePhotos(folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  return (await cameraPhotos(filesEach)).map(({ filename, data }) => {
    const path = join(folder, filename);
    writeFileSync(path, data);
    return path;
  });
}

type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  /** CPU time of the event's thread, in microseconds. */
  tdur?: number;
  args: { name?: string };
};

/** Returns the longest CPU time of a task on the main thread of a page. */
function longestCpuMs(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args.name === 'CrRendererMain';
  const main = new Set(traceEvents.filter(isMain).map(threadOf));
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && main.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('the trace contains no tasks of the page');
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1_000;
}

/** Replaces the preview images with an image of typical size, because the no-op engine creates no previews. */
async function showSmallImages(page: Page): Promise<void> {
  const size = { width: 160, height: 120, channels: 3, background: '#467' } as const;
  const body = await sharp({ create: size }).webp().toBuffer();
  await page.route('**/api/preview/*', (route) => route.fulfill({ contentType: 'image/webp', body }));
}

/** Records long tasks and the gaps between frames. Must run in the page before the page's own scripts. */
function watch(): void {
  window.smoothness = { longestTaskMs: 0, longestGapMs: 0 };
  new PerformanceObserver((list) => {
    const durations = list.getEntries().map(({ duration }) => duration);
    window.smoothness.longestTaskMs = Math.max(window.smoothness.longestTaskMs, ...durations);
  }).observe({ entryTypes: ['longtask'] });
  let last = performance.now();
  const onFrame = (now: number) => {
    window.smoothness.longestGapMs = Math.max(window.smoothness.longestGapMs, now - last);
    last = now;
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
}

/**
 * Presses the button that starts the compression. Runs in the page, because Playwright's search for a button by its
 * name takes up to 120 ms of CPU time in a list of 100 files.
 */
function pressCompress(): void {
  const button = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Compress',
  );
  if (!button) throw new Error('the page has no button to compress the images');
  button.click();
}

/** Returns whether all images are displayed. Runs in the page. */
function haveAllImages(count: number): boolean {
  return document.querySelectorAll('[data-status=pending] img[src^="blob:"]').length === count;
}

/** Returns whether all compressions have finished. Runs in the page. */
function areAllSettled(count: number): boolean {
  const settled = document.querySelectorAll('[data-status=completed], [data-status=failed]');
  return settled.length >= count;
}

/** Returns the values that the page has recorded, and resets the recording. */
function taken(page: Page): Promise<Smoothness> {
  return page.evaluate(() => {
    const seen = window.smoothness;
    window.smoothness = { longestTaskMs: 0, longestGapMs: 0 };
    return seen;
  });
}

function worst(all: Smoothness[]): Smoothness {
  return {
    longestTaskMs: Math.max(...all.map(({ longestTaskMs }) => longestTaskMs)),
    longestGapMs: Math.max(...all.map(({ longestGapMs }) => longestGapMs)),
  };
}

const describe = (one?: Smoothness) =>
  `task ${short(one?.longestTaskMs ?? 0)}, gap ${short(one?.longestGapMs ?? 0)} ms`;
