import type { Page } from '@playwright/test';

/** Holds the requests to `url` back, so that what the page says meanwhile can be seen. Resolves to what lets them go. */
export async function holdBack(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise: letGo, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await letGo;
    await route.continue();
  });
  return resolve;
}
