import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { overflowOf } from './layout-faults.ts';
import { expect, failedAnswer, test } from './test.ts';

const pages = (page: Page) => page.getByRole('navigation', { name: 'Guide' });
const contents = (page: Page) => page.getByRole('navigation', { name: 'On this page' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search the documentation' });

/**
 * Pages that are checked by axe: together, they contain every kind of element. With GOSSAMER_E2E_ALL, all pages are
 * checked.
 */
const checked = [
  '/docs',
  '/docs/quick-start',
  '/docs/webhooks',
  '/docs/migrate/tinypng',
  '/docs/self-hosting',
];

/** Returns the paths of all pages of the site, from the sitemap. */
async function sitePaths(page: Page): Promise<string[]> {
  const sitemap = await (await page.request.get('/sitemap.xml')).text();
  return [...sitemap.matchAll(/<loc>https?:\/\/[^/]+(\/docs[^<]*)<\/loc>/g)].map(([, path = '']) => path);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`pages of the documentation have no accessibility violations (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const paths = process.env.GOSSAMER_E2E_ALL === undefined ? checked : await sitePaths(page);
    for (const path of paths) {
      await page.goto(path);
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
      expect(found, path).toEqual([]);
    }
  });
}

test('every page of the documentation fits the viewport', async ({ page }) => {
  const paths = await sitePaths(page);
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths) {
    await page.goto(path);
    expect(await overflowOf(page), path).toBeLessThanOrEqual(0);
  }
});

test.describe('a page that does not exist', () => {
  test.use({ expectedErrors: failedAnswer });

  test('is shown in the frame of the documentation', async ({ page, isMobile }) => {
    const response = await page.goto('/docs/nothing');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
    if (isMobile) await page.getByRole('button', { name: 'Pages' }).click();
    await pages(page).getByRole('link', { name: 'Quick start' }).click();
    await expect(page).toHaveURL('/docs/quick-start');
  });
});

test('the search finds a passage of the guide and opens it, by keyboard', async ({ page }) => {
  await page.goto('/docs');
  await page.keyboard.press('/');
  await page.keyboard.type('presigned url');
  const first = dialog(page).locator('.results a').first();
  await expect(first).toContainText('Delivery to your storage');
  await expect(first.locator('mark').first()).toHaveText(/presigned/i);
  expect((await new AxeBuilder({ page }).setLegacyMode().include('#search').analyze()).violations).toEqual(
    [],
  );
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/delivery/);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('onUnreachable');
  // The field of the API reference with exactly this name is listed before rows of tables of the guide.
  await expect(dialog(page).locator('.results .group').first()).toHaveText('Parameters');
  await dialog(page)
    .getByRole('link', { name: /^onUnreachable API guide/ })
    .click();
  await expect(page).toHaveURL('/docs/api#onunreachable');
  await expect(page.locator('#onunreachable')).toBeInViewport();
  await expect(dialog(page)).toBeHidden();
});

test('the search works again after its files could not be loaded', async ({ page, errors }) => {
  await page.goto('/docs');
  await page.route('**/search-index-*.json', (route) => route.abort());
  await page.keyboard.press('/');
  await page.keyboard.type('webhook');
  const count = dialog(page).getByRole('status');
  await expect(count).toContainText('could not be loaded');
  await page.unroute('**/search-index-*.json');
  await page.keyboard.type('s');
  await expect(count).toHaveText(/^\d+ results$/);
  // The browser reports the failed request.
  errors.splice(0);
});

test('pages for operators come first in their area, and are a group of their own', async ({ page }) => {
  await page.goto('/docs/self-hosting');
  await page.keyboard.press('/');
  await page.keyboard.type('secret');
  await expect(dialog(page).locator('.results .group').first()).toHaveText('Self-hosting');
  await page.goto('/docs/webhooks');
  await page.keyboard.press('/');
  await page.keyboard.type('secret');
  await expect(dialog(page).locator('.results .group').first()).toHaveText('Guide');
});

test('a page marks the current section, and leads to the next page', async ({ page, isMobile }) => {
  await page.goto('/docs/api');
  if (isMobile) await page.getByRole('button', { name: /On this page/ }).click();
  await contents(page).getByRole('link', { name: 'Retrying safely' }).click();
  await expect(page).toHaveURL('/docs/api#retrying-safely');
  await expect(page.getByRole('heading', { name: 'Retrying safely' })).toBeInViewport();
  if (isMobile) {
    await expect(contents(page)).toBeHidden();
    await expect(page.locator('.contents-bar')).toContainText('On this page · Retrying safely');
  } else {
    await expect(contents(page).locator('[aria-current="location"]')).toHaveText('Retrying safely');
  }
  await page.getByRole('navigation', { name: 'Previous and next page' }).getByText('Next').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Errors and retries');
});

test('a chosen language applies to the examples of all pages, and code can be copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs/quick-start');
  const sample = page.locator('.sample').first();
  await expect(sample.locator('pre:visible')).toContainText('curl --fail-with-body');
  await sample.getByText('CLI').click();
  await expect(sample.locator('pre:visible')).toContainText('npx gossamer compress harbour.jpg');
  await sample.getByRole('button', { name: 'Copy' }).click();
  await expect(sample.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('npx gossamer compress');
  await page.goto('/docs/variants');
  await expect(page.locator('.sample pre:visible').first()).toContainText('npx gossamer variants');
});

test('the Markdown of a page can be copied and opened', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs/webhooks');
  await page.getByRole('button', { name: 'Copy page' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^# Webhooks\n/);
  const address = await page.getByRole('link', { name: 'View as Markdown' }).getAttribute('href');
  expect(await (await page.request.get(String(address))).text()).toBe(copied);
});

test('wide tables scroll within the page, also by keyboard', async ({ page, isMobile }) => {
  if (!isMobile) return;
  await page.goto('/docs/api');
  const table = page.locator('.table').filter({ hasText: 'resizePercent' });
  expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeGreaterThan(50);
  await table.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
});

test('controls of the documentation are at least 44 px tall on phones', async ({ page, isMobile }) => {
  if (!isMobile) return;
  for (const path of ['/docs', '/docs/api']) {
    await page.goto(path);
    const controls = page.locator(
      'button, .button, .cards a, .links a, .turn a, .page-actions a, .foot a, .sample label, .top a',
    );
    const heights = await controls.evaluateAll((elements) =>
      elements
        .filter((each) => each.checkVisibility())
        .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect().height] as const),
    );
    expect(heights.length).toBeGreaterThan(15);
    expect(
      heights.filter(([, height]) => height < 44),
      path,
    ).toEqual([]);
  }
});

test('the documentation is complete without JavaScript', async ({ browser, baseURL, isMobile, viewport }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport,
    ...(baseURL && { baseURL }),
  });
  const page = await context.newPage();
  await page.goto('/docs');
  await page.getByRole('link', { name: /^Webhooks/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Webhooks');
  await expect(page.getByRole('button', { name: 'Search' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Copy' })).toHaveCount(0);
  await page.locator('.sample').getByText('Python').click();
  await expect(page.locator('.sample pre:visible')).toContainText('from standardwebhooks.webhooks import');
  if (isMobile) await page.getByRole('button', { name: /On this page/ }).click();
  await contents(page).getByRole('link', { name: 'Changing the secret' }).click();
  await expect(page.getByRole('heading', { name: 'Changing the secret' })).toBeInViewport();
  await page.goto('/docs/webhooks');
  if (isMobile) await page.getByRole('button', { name: 'Pages' }).click();
  await pages(page).getByRole('link', { name: 'API guide' }).click();
  await expect(page).toHaveURL('/docs/api');
  await context.close();
});
