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

/** Maximum number of unfinished files per visitor. */
const filesEach = 10;
const rounds = 10;

export interface Smoothness {
  /** Duration in milliseconds of the longest task on the page's main thread; 0 if none took 50 ms. */
  longestTaskMs: number;
  /** Longest time between two frames in milliseconds. It also depends on other load on the machine. */
  longestGapMs: number;
}

declare global {
  interface Window {
    smoothness: Smoothness;
  }
}

/** Uploads 100 files of 10 MB, ten at a time. All remain in the list of the page. */
export const webSmoothness: Row = {
  name: 'web, longest task of the page with 100 files of 10 MB',
  unit: 'ms',
  better: 'less',
  target: 50,
  measure: ({ profile, note }) =>
    withProduct({ profile, hasWebApp: true, isNoOp: true }, async ({ url }) => {
      const adding = await measureSmoothness(url, note);
      const { longestTaskMs } = worst(Object.values(adding));
      const detail = Object.entries(adding)
        .map(
          ([phase, one]) => `${phase}: task ${short(one.longestTaskMs)}, gap ${short(one.longestGapMs)} ms`,
        )
        .join('; ');
      return { value: longestTaskMs, detail };
    }),
};

type Phases = { 'adding and previews': Smoothness; 'uploading and completing': Smoothness };

/** Uploads the files in a browser and measures the smoothness of the page in each phase. */
async function measureSmoothness(url: string, note: (line: string) => void): Promise<Phases> {
  const folder = await makeThrowawayDir();
  const browser = await chromium.launch(await chromiumOptions());
  try {
    const files = await writePhotos(folder);
    const page = await browser.newPage();
    await page.addInitScript(watch);
    await showSmallImages(page);
    await page.goto(`${url}/compress`, { waitUntil: 'networkidle' });
    const adding: Smoothness[] = [];
    const uploading: Smoothness[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const input = page.getByLabel('Images to compress');
      // Reset the input, because browsers fire no change event if the same files are selected again.
      await input.setInputFiles([]);
      await taken(page);
      await input.setInputFiles(files);
      await page.waitForFunction(haveAllImages, filesEach, { timeout: 120_000 });
      adding.push(await taken(page));
      await page.getByRole('button', { name: 'Compress', exact: true }).click();
      await page.waitForFunction(areAllSettled, round * filesEach, { timeout: 120_000 });
      uploading.push(await taken(page));
      note(`round ${round}: ${[adding, uploading].map((all) => describe(all.at(-1))).join(', ')}`);
    }
    return { 'adding and previews': worst(adding), 'uploading and completing': worst(uploading) };
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

/** Replaces the previews, which the no-op engine does not create, with an image of typical size. */
async function showSmallImages(page: Page): Promise<void> {
  const size = { width: 160, height: 120, channels: 3, background: '#467' } as const;
  const body = await sharp({ create: size }).webp().toBuffer();
  await page.route('**/api/preview/*', (route) => route.fulfill({ contentType: 'image/webp', body }));
}

/** Records long tasks and gaps between frames. Runs in the page before its scripts. */
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

/** Returns whether all images are displayed. Runs in the page. */
function haveAllImages(count: number): boolean {
  return document.querySelectorAll('[data-status=pending] img[src^="blob:"]').length === count;
}

/** Returns whether all compressions have ended. Runs in the page. */
function areAllSettled(count: number): boolean {
  const settled = document.querySelectorAll('[data-status=completed], [data-status=failed]');
  return settled.length >= count;
}

/** Returns the values that the page has recorded and resets them. */
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
