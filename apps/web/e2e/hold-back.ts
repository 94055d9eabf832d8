import type { Page } from '@playwright/test';

/**
 * Delays requests to `url`, so that a test can check the pending state. Resolves with a function that releases the
 * requests.
 */
export async function holdBack(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise: letGo, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await letGo;
    await route.continue();
  });
  return resolve;
}
