import type { Page } from '@playwright/test';
import { CompressPage } from './compress-page.ts';
import { becomeAlive, expect } from './test.ts';

/** Opens the compress screen and selects processing on this device. */
export async function openOnDevice(page: Page): Promise<CompressPage> {
  const compress = await new CompressPage(page).open();
  // Because the file list is empty, the page reloads itself immediately. The reloaded page is isolated from other
  // origins.
  await Promise.all([page.waitForEvent('load'), compress.button('This device').click()]);
  await becomeAlive(page);
  expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(true);
  return compress;
}

/** Like `openOnDevice`, but also waits until the app's files are kept for offline use. */
export async function openForOffline(page: Page): Promise<CompressPage> {
  const compress = await openOnDevice(page);
  await expect(page.getByRole('status').filter({ hasText: 'This page also works offline.' })).toBeVisible({
    timeout: 60_000,
  });
  return compress;
}
