import { readFileSync } from 'node:fs';
import { isJxl } from '@gossamer/contracts/detect-format';
import type { Download, Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

type FilePayload = { name: string; mimeType: string; buffer: Buffer };

const fixtures = new URL('./fixtures/', import.meta.url);
export const fixture = (name: string, as = name): FilePayload => ({
  name: as,
  mimeType: as.endsWith('.png') ? 'image/png' : 'image/jpeg',
  buffer: readFileSync(new URL(name, fixtures)),
});
export const textFile = (name: string, mimeType: string): FilePayload => ({
  name,
  mimeType,
  buffer: Buffer.from('This is not an image, whatever its name says.'),
});

/** Page object of the compress screen. */
export class CompressPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  async open(): Promise<this> {
    await this.page.goto('/compress');
    await expect(this.page.getByRole('heading', { name: 'Compress images', level: 1 })).toBeVisible();
    return this;
  }

  add(...files: FilePayload[]): Promise<void> {
    return this.page.getByLabel('Images to compress').setInputFiles(files);
  }

  get rows(): Locator {
    return this.page.getByTestId('file-row');
  }
  row(name: string): Locator {
    return this.rows.filter({ hasText: name });
  }
  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }
  get compressButton(): Locator {
    return this.button(/^Compress(ing)?$/);
  }

  /** Runs an action on the settings. On phones, once files have been added, opens the sheet with the settings first. */
  async inSettings(act: () => Promise<void>): Promise<void> {
    const line = this.page.getByRole('button', { name: /Settings$/ });
    const isSheet = await line.isVisible();
    if (isSheet) {
      await line.click();
      await expect(this.page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    }
    await act();
    if (isSheet) await this.button('Done').click();
  }

  async compress(): Promise<void> {
    await this.compressButton.click();
    await expect(this.compressButton).toHaveText('Compress', { timeout: 90_000 });
  }

  async expectStatus(name: string, status: 'pending' | 'processing' | 'completed' | 'failed'): Promise<void> {
    await expect(this.row(name)).toHaveAttribute('data-status', status, { timeout: 90_000 });
  }

  async download(press: Locator): Promise<{ fileName: string; bytes: Buffer }> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), press.click()]);
    return { fileName: download.suggestedFilename(), bytes: await readDownload(download) };
  }
}

async function readDownload(download: Download): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

declare global {
  interface Window {
    sentForms: Record<string, string>[];
  }
}

/**
 * Records the text fields of uploads, because Playwright cannot read request bodies that contain a file. Must be called
 * before `open`.
 */
export async function recordForms(page: Page): Promise<() => Promise<Record<string, string>[]>> {
  await page.addInitScript(() => {
    window.sentForms = [];
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData) {
        const texts = Array.from(body).flatMap(([name, value]) =>
          typeof value === 'string' ? [[name, value] as const] : [],
        );
        window.sentForms.push(Object.fromEntries(texts));
      }
      send.call(this, body);
    };
  });
  return () => page.evaluate(() => window.sentForms);
}

/** Stops the page's clock, so that only the test advances the time. Must be called after `clock.install`. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000);
  await catchUp(page);
}

/** Resolves when the page's pending requests have finished. */
export async function catchUp(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let times = 0; times < 3; times++) await fetch('/robots.txt', { cache: 'no-store' });
  });
}

/** Returns the image format identified by the magic bytes. */
export function formatOf(bytes: Buffer): string {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (bytes.subarray(1, 4).toString('latin1') === 'PNG') return 'png';
  if (isJxl(bytes)) return 'jxl';
  return bytes.subarray(8, 12).toString('latin1') === 'WEBP' ? 'webp' : 'unknown';
}
