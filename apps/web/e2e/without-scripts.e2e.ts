import type { Page } from '@playwright/test';
import { fixture, formatOf } from './compress-page.ts';
import { overflowOf } from './layout-faults.ts';
import { expect, failedAnswer, test } from './test.ts';

test.use({ javaScriptEnabled: false });

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });

test('without JavaScript, a form compresses one image, and the result can be downloaded', async ({
  page,
}) => {
  await page.goto('/');
  await link(page, 'Get Started').first().click();
  await expect(page.getByRole('heading', { name: 'Compress an image', level: 2 })).toBeVisible();
  await expect(page.getByTestId('drop-zone')).toBeHidden();
  await page.getByLabel('Output format').selectOption('PNG');
  await page.getByLabel(/^JPG, PNG, WebP or HEIC/).setInputFiles(fixture('terminal.png'));
  await page.getByRole('button', { name: 'Compress', exact: true }).click();
  // The page reloads itself until the result is available.
  await expect(page.getByRole('heading', { name: 'Your image is ready' })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText(/KB before, .* KB after\. \d+% smaller\./)).toBeVisible();
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    link(page, 'Download compressed_terminal.png').click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  expect(formatOf(bytes)).toBe('png');
  expect(bytes.length).toBeLessThan(fixture('terminal.png').buffer.length);
  await link(page, 'Compress another image').click();
  await expect(page).toHaveURL('/compress?lang=en');
});

test("without JavaScript, the form on a recipe's page compresses with the settings of the recipe", async ({
  page,
}) => {
  await page.goto('/compress-to-20kb');
  await expect(page.getByRole('combobox', { name: 'Quality' })).toBeHidden();
  await page.getByLabel(/^JPG, PNG, WebP or HEIC/).setInputFiles(fixture('waterfall.jpg'));
  await page.getByRole('button', { name: 'Compress', exact: true }).click();
  await expect(page.getByText(/before, 1\d\.\d KB after\./)).toBeVisible({ timeout: 90_000 });
});

test.describe('a file that is not an image', () => {
  test.use({ expectedErrors: failedAnswer });

  test('is rejected with an error in the language of the page', async ({ page, baseURL }) => {
    await page.context().addCookies([{ name: 'language', value: 'ar', url: String(baseURL) }]);
    await page.goto('/compress');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await page.locator('input[name=image]').setInputFiles({
      name: 'x.png',
      mimeType: 'image/png',
      buffer: Buffer.from('not an image'),
    });
    await page.locator('form button[type=submit]').click();
    await expect(page.getByRole('heading', { name: 'تعذّر ضغط الصورة' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  });
});

test('pages that need JavaScript link to the compression form that works without it', async ({ page }) => {
  await page.goto('/login');
  await link(page, /^This page needs JavaScript/).click();
  await expect(page.getByRole('heading', { name: 'Compress an image', level: 2 })).toBeVisible();
});
