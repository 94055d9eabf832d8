import { expect } from '@playwright/test';
import { test, until } from './firefox.ts';
import { nameOf, serveVariantPages } from './variant-pages.ts';

test('the markup of variants loads one fitting variant in Firefox, without moving what follows it', async ({
  firefoxPage: { page },
}) => {
  const pages = await serveVariantPages();
  try {
    await page.goto(pages.pictureUrl, { waitUntil: 'domcontentloaded' });
    const top = () => page.evaluate(() => document.querySelector('p')?.getBoundingClientRect().top);
    const before = await top();
    await until(page, () => (document.images[0]?.naturalWidth ?? 0) > 0);
    expect(await top()).toBe(before);
    expect(pages.requested).toEqual([nameOf(800, 'avif')]);
    pages.requested.length = 0;
    await page.goto(pages.backgroundUrl);
    await expect.poll(() => pages.requested).toEqual([nameOf(800, 'avif')]);
  } finally {
    await pages.close();
  }
});
