import { gzipSync } from 'node:zlib';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { CompressPage, fixture, textFile } from './compress-page.ts';
import { expect, failedAnswer, test } from './test.ts';

const maxFirstLoadBytes = 150_000;

async function expectNoOverflow(page: Page): Promise<void> {
  const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflowPx).toBeLessThanOrEqual(0);
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual(
    [],
  );
}

test('/ and /start lead to /compress', async ({ page }) => {
  for (const path of ['/', '/start']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/compress$/);
    await expect(page).toHaveTitle('Compress images · Gossamer');
  }
});

test('/compress loads at most 150 KB of JavaScript, gzipped', async ({ page }) => {
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    sizes.set(
      response.url(),
      response.body().then((body) => gzipSync(body).length),
    );
  });
  await new CompressPage(page).open();
  await page.waitForLoadState('networkidle');
  const total = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0);
  expect(sizes.size).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(maxFirstLoadBytes);
});

test.describe('an unknown address', () => {
  test.use({ expectedErrors: failedAnswer });

  test("reads 'Page Not Found' and leads back", async ({ page }) => {
    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await expect(page).toHaveTitle('Page Not Found · Gossamer');
    await expectNoOverflow(page);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Start Compressing' }).click();
    await expect(page).toHaveURL(/\/compress$/);
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, expectedErrors: failedAnswer, contextOptions: { reducedMotion: 'reduce' } });

    test('is accessible and never wider than the screen, empty and at work', async ({ page }) => {
      const compress = await new CompressPage(page).open();
      await compress.button('Show advanced options').click();
      await page.getByLabel('Resize').check();
      await expectNoOverflow(page);
      await expectAccessible(page);

      const longName = `${'a-very-long-name-'.repeat(10)}.png`;
      await compress.add(
        fixture('city.png'),
        fixture('terminal.png', longName),
        textFile('broken.jpg', 'image/jpeg'),
        textFile('notes.txt', 'text/plain'),
      );
      await expect(compress.rows).toHaveCount(3);
      await expectNoOverflow(page);
      await expectAccessible(page);

      await compress.compress();
      await expect(compress.toast('Compression Failed')).toBeVisible();
      await expectNoOverflow(page);
      await expectAccessible(page);

      await compress.button('Clear all').click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await expectAccessible(page);
    });
  });
}
