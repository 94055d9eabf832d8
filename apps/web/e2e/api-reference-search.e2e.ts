import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search the documentation' });
const field = (page: Page) => dialog(page).getByRole('searchbox', { name: 'Search the documentation' });
const count = (page: Page) => dialog(page).getByRole('status');

/** Opens the search. */
async function openSearch(page: Page, path = '/api/docs'): Promise<void> {
  await page.goto(path);
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
}

test('the search of the API reference is operated by keyboard', async ({ page }) => {
  await openSearch(page);
  await page.keyboard.type('quality');
  await expect(count(page)).toHaveText(/^\d+ results$/);
  await page.keyboard.press('ArrowDown');
  await expect(dialog(page).getByRole('link', { name: 'quality Compress an image' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(dialog(page).getByRole('link', { name: 'quality Compress many images' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#createBatch\.quality$/);
  await expect(page.locator('[id="createBatch.quality"]')).toBeInViewport();
  await expect(dialog(page)).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
});

test('Enter opens the first search result, and typing while a result is focused extends the query', async ({
  page,
}) => {
  await openSearch(page);
  await page.keyboard.type('wait');
  // The parameter whose name equals the query is listed before partial matches, such as the section "Waiting".
  await expect(dialog(page).locator('.results .name').first()).toHaveText('wait');
  await field(page).fill('invalid_');
  await expect(
    dialog(page).locator('.results .name').filter({ hasText: 'invalid_webhook_url' }),
  ).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('webhook');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('invalid_webhook');
  await expect(dialog(page).locator('.results .name').first()).toHaveText('invalid_webhook_url');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/api\/docs\/errors#invalid_webhook_url$/);
});

test('the search field accepts slashes, reports queries without results, and is cleared by Escape', async ({
  page,
}) => {
  await openSearch(page);
  await page.keyboard.type('/usage');
  await expect(field(page)).toHaveValue('/usage');
  await expect(
    dialog(page).getByRole('link', { name: 'Get usage and limits GET /api/v1/usage' }),
  ).toBeVisible();
  await field(page).fill('watermark');
  await expect(count(page)).toHaveText('No results for “watermark”');
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveValue('');
  await expect(field(page)).toBeFocused();
  await expect(count(page)).toBeEmpty();
  // Chrome clears the search field on Escape only while the field is focused. While a result is focused, the page must
  // clear it.
  await field(page).fill('quality');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveValue('');
  await expect(field(page)).toBeFocused();
});

test('opening a search result expands the collapsed fields that contain it', async ({ page }) => {
  await openSearch(page);
  await page.keyboard.type('result.sha256');
  await page.keyboard.press('Enter');
  await expect(page.locator('[id="Compression.result.sha256"]')).toBeInViewport();
});

test('the search finds every operation, parameter and error code of the API', async ({ page }) => {
  await openSearch(page);
  await page.keyboard.type('usage');
  await expect(count(page)).not.toBeEmpty();
  const missing = await page.evaluate(async () => {
    type Operation = { summary: string; parameters?: { name: string }[] };
    const { paths, components } = await (await fetch('/api/v1/openapi.json')).json();
    const operations = Object.values(paths).flatMap((methods) =>
      Object.values(methods as object),
    ) as Operation[];
    const names = operations.flatMap(({ summary, parameters = [] }) => [
      summary,
      ...parameters.map(({ name }) => name),
    ]);
    const input = document.querySelector<HTMLInputElement>('#search input');
    const isMissing = (query: string) => {
      if (input) input.value = query;
      input?.dispatchEvent(new Event('input'));
      const found = [...document.querySelectorAll('#search .results .name')];
      return !found.some(({ textContent }) => textContent === query);
    };
    return [...names, ...Object.keys(components.examples)].filter(isMissing);
  });
  expect(missing).toEqual([]);
});

test('the results of the search have no accessibility violations and fit the viewport', async ({ page }) => {
  await openSearch(page);
  await page.keyboard.type('e');
  await expect(count(page)).not.toBeEmpty();
  expect((await new AxeBuilder({ page }).include('#search').analyze()).violations).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the contents bar shows the current section and opens the search', async ({ page }) => {
    await page.goto('/api/docs');
    const bar = page.locator('.contents-bar');
    await expect(bar).toHaveText('Contents · Quick start');
    await page.locator('#listCompressions').evaluate((section) => section.scrollIntoView());
    await expect(bar).toHaveText('Contents · List jobs');
    const scrolled = await page.evaluate(() => scrollY);
    await bar.getByRole('button', { name: 'Search' }).tap();
    await expect(field(page)).toBeFocused();
    // The page keeps its scroll position when the table of contents opens.
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    await page.keyboard.type('estimate');
    const controls = dialog(page).locator('input, button, .results a');
    for (const control of await controls.all()) {
      expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await dialog(page).getByRole('button', { name: 'Clear' }).tap();
    await expect(field(page)).toHaveValue('');
    await dialog(page).getByRole('button', { name: 'Close' }).tap();
    await expect(dialog(page)).toBeHidden();
  });
});
