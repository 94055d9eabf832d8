import type { Page } from '@playwright/test';
import { CompressPage, fixture, formatOf } from './compress-page.ts';
import { expect, test } from './test.ts';

/** Opens the page of a recipe. */
async function openRecipe(page: Page, path: string, title: string): Promise<CompressPage> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  return new CompressPage(page);
}

const format = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

test('a conversion recipe page converts images without further settings', async ({ page }) => {
  const compress = await openRecipe(page, '/png-to-jpg', 'PNG to JPG');
  await expect(page).toHaveTitle('PNG to JPG · Gossamer');
  await expect(format(page, 'JPEG')).toBeChecked();
  await compress.add(fixture('terminal.png'));
  await compress.compress();
  await expect(page).toHaveURL('/png-to-jpg');
  const { bytes, fileName } = await compress.download(
    compress.row('terminal.png').getByRole('button', { name: /^Download/ }),
  );
  expect(formatOf(bytes)).toBe('jpeg');
  expect(fileName).toMatch(/terminal\.jpg$/);
});

test('the page of a file size recipe creates a JPEG within the file size of the recipe', async ({ page }) => {
  const compress = await openRecipe(page, '/compress-to-20kb', 'Compress to 20 KB');
  await expect(page.getByLabel('At most (KB)', { exact: true })).toHaveValue('20');
  await compress.add(fixture('waterfall.jpg'));
  await compress.compress();
  await expect(compress.row('waterfall.jpg')).toContainText(/KB of 20/);
  const { bytes } = await compress.download(
    compress.row('waterfall.jpg').getByRole('button', { name: /^Download/ }),
  );
  expect(formatOf(bytes)).toBe('jpeg');
  expect(bytes.length).toBeLessThanOrEqual(20_000);
});

test('following a link to another recipe changes the settings and keeps the files', async ({ page }) => {
  const compress = await openRecipe(page, '/compress-to-50kb', 'Compress to 50 KB');
  await compress.add(fixture('city.png'));
  await page.getByRole('link', { name: 'Sepia filter' }).click();
  await expect(page.getByRole('heading', { name: 'Sepia filter', level: 1 })).toBeVisible();
  await expect(compress.row('city.png')).toBeVisible();
  await compress.inSettings(async () => {
    await expect(compress.button('Quality')).toHaveAttribute('aria-pressed', 'true');
    await expect(format(page, 'Sepia')).toBeChecked();
    await expect(page.getByRole('radio', { name: /^Auto/ })).toBeChecked();
  });
});

test('settings of a recipe take precedence over remembered settings, but are not remembered', async ({
  page,
}) => {
  const compress = await new CompressPage(page).open();
  await format(page, 'AVIF').check();
  await compress.button('Medium').click();
  await openRecipe(page, '/heic-to-webp', 'HEIC to WebP');
  await expect(format(page, 'WebP')).toBeChecked();
  await expect(compress.button('Medium')).toHaveAttribute('aria-pressed', 'true');
  await compress.open();
  await expect(format(page, 'AVIF')).toBeChecked();
});

test('a recipe has a page in every language, with its own description, facts and questions', async ({
  page,
}) => {
  await page.goto('/jpg-to-webp?lang=ar');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('تحويل JPG إلى WebP');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.goto('/jpg-to-webp?lang=en');
  await expect(page.locator('meta[name=description]')).toHaveAttribute(
    'content',
    /^Convert JPG images to WebP .* no account needed\.$/,
  );
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/jpg-to-webp$/);
  const example = page.getByRole('region', { name: 'Measured example' });
  await expect(example).toContainText('JPEG · 2.7 MB');
  await expect(example).toContainText('-83%');
  await expect(page.getByText('Why convert JPG to WebP?')).toBeVisible();
  const sitemap = await (await page.request.get('/sitemap.xml')).text();
  expect(sitemap).toContain('/jpg-to-webp?lang=de<');
});
