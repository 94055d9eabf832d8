import { gzipSync } from 'node:zlib';
import { findChromium } from '@gossamer/dev/test-run/browser';
import { chromium } from '@playwright/test';
import type { Row } from '../figures.ts';
import { withProduct } from '../product.ts';

/** Returns launch options for the installed Chromium that disable its background activity. */
export async function chromiumOptions() {
  const executablePath = await findChromium(process.env, new AbortController().signal);
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'];
  return { executablePath, args };
}

/** Measures the total size of the scripts that a browser has loaded by the time the page is idle. */
export const webFirstLoad: Row = {
  name: 'web, JavaScript of the first load of /compress, gzipped',
  unit: 'KB',
  better: 'less',
  target: 150,
  measure: ({ profile }) =>
    withProduct({ profile, hasWebApp: true }, async ({ url }) => {
      const browser = await chromium.launch(await chromiumOptions());
      try {
        const page = await browser.newPage();
        const sizes: Promise<number>[] = [];
        page.on('response', (response) => {
          if (response.request().resourceType() !== 'script') return;
          sizes.push(response.body().then((body) => gzipSync(body).length));
        });
        await page.goto(`${url}/compress`, { waitUntil: 'networkidle' });
        const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
        return { value: total / 1_000, detail: `${sizes.length} files` };
      } finally {
        await browser.close();
      }
    }),
};
