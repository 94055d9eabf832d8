import { gzipSync } from 'node:zlib';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { CompressPage } from './compress-page.ts';
import { overflowOf } from './layout-faults.ts';
import { expect, failedAnswer, test } from './test.ts';

declare global {
  interface Window {
    layoutShift: number;
  }
}
type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean };

const maxFirstLoadBytes = 150_000;

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual(
    [],
  );
}

// Spec: 2.17, 2.19
test('/start redirects to /compress', async ({ page }) => {
  await page.goto('/start');
  await expect(page).toHaveURL(/\/compress$/);
  await expect(page).toHaveTitle('Compress images · Gossamer');
});

test('screens hydrate with a layout shift below 0.02', async ({ page }) => {
  await page.addInitScript(() => {
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (!entry.hadRecentInput) window.layoutShift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of [
    '/',
    '/compress',
    '/pricing',
    '/privacy',
    '/?lang=ar',
    '/compress?lang=ar',
    '/compress?filter=sepia',
    '/compress?resize=1',
    '/compress-to-50kb',
    '/resize-image?lang=ar',
  ]) {
    await page.goto(path, { waitUntil: 'networkidle' });
    for (let y = 0; y < 4_000; y += 500) await page.mouse.wheel(0, 500);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => window.layoutShift), path).toBeLessThan(0.02);
  }
});

test('/compress loads at most 150 KB of gzipped JavaScript', async ({ page }) => {
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

// Spec: 2.109, 2.110, 2.111, 2.112, 9.22, 9.23, 9.24, 9.25
test('/compress shows six tips, the formats and the qualities below the compression tool', async ({
  page,
}) => {
  await new CompressPage(page).open();
  const tips = page.getByRole('region', { name: 'Six tips for smaller images' });
  await expect(tips.getByRole('listitem')).toHaveCount(6);
  await expect(tips.getByRole('heading', { name: '80 to 85 for the web' })).toBeVisible();

  const formats = page.getByRole('region', { name: 'Formats', exact: true });
  const columns = ['Format', 'Best for', 'Compression', 'Transparency'];
  await expect(formats.getByRole('columnheader')).toHaveText(columns);
  await expect(formats.getByRole('rowheader')).toHaveText(['JPEG', 'PNG', 'WebP', 'HEIF']);
  for (const name of [
    'JPEG Photographs Lossy No',
    'PNG Graphics, screenshots Lossless Yes',
    'WebP Everything on the web Both Yes',
    'HEIF Phone photos Lossy Yes',
  ]) {
    await expect(formats.getByRole('row', { name, exact: true })).toBeVisible();
  }

  const guide = page.getByRole('region', { name: 'Quality guide' });
  await expect(guide.getByRole('listitem')).toHaveText([
    /^High.*90 to 100$/,
    /^Balanced.*70 to 85$/,
    /^Aggressive.*50 to 70$/,
  ]);
  await expect(guide).toContainText('Pro tip. Choose the quality using your most difficult image');
});

test.describe('without an answer about cookies', () => {
  test.use({ hasAnsweredConsent: false });

  test('the header and the cookie banner fit on narrow phones in the languages with the longest texts', async ({
    page,
  }) => {
    for (const language of ['ar', 'de', 'es', 'fr', 'nl']) {
      for (const width of [320, 360]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`/compress?lang=${language}`);
        const banner = await page.locator('[aria-labelledby=consent-title]').boundingBox();
        expect(banner?.width, `${language}, ${width} pixels`).toBe(width - 32);
        expect(await overflowOf(page), `${language}, ${width} pixels`).toBe(0);
      }
    }
  });
});

test.describe('an unknown URL', () => {
  test.use({ expectedErrors: failedAnswer });

  // Spec: 2.16
  test("shows 'Page Not Found' with a link to the compression tool", async ({ page }) => {
    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await expect(page).toHaveTitle('Page Not Found · Gossamer');
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Start Compressing' }).click();
    await expect(page).toHaveURL(/\/compress$/);
  });
});
