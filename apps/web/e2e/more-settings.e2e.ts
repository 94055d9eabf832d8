import type { Page } from '@playwright/test';
import { CompressPage, fixture, recordForms } from './compress-page.ts';
import { expect, test } from './test.ts';
import { expectToast } from './toasts.ts';

async function openAdvanced(page: Page, path = '/compress'): Promise<CompressPage> {
  await page.goto(path);
  const compress = new CompressPage(page);
  await compress.button('Show advanced options').click();
  await expect(page.getByText('Keep metadata')).toBeVisible();
  return compress;
}

const check = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true }).check();

test('images are resized by percent, by their long side and by presets that crop', async ({ page }) => {
  const sentForms = await recordForms(page);
  const compress = await openAdvanced(page);
  await check(page, 'Resize');
  await compress.button('Percent').click();
  await expect(page.getByText('Enter a percentage. Otherwise, the dimensions stay the same.')).toBeVisible();
  await page.getByLabel('Percent (%)').fill('50');
  await compress.add(fixture('city.png', 'half.png'));
  await compress.compress();
  await compress.inSettings(async () => {
    // On phones, the advanced options are collapsed again each time the settings sheet is opened.
    const advanced = compress.button(/^Show advanced options/);
    if (await advanced.isVisible()) await advanced.click();
    await compress.button('Web').click();
    await expect(page.getByRole('textbox', { name: 'Long side (px)' })).toHaveValue('1920');
    await compress.button('Square').click();
    const width = page.getByRole('textbox', { name: 'Width (px)' });
    await expect(width).toHaveValue('1080');
    await expect(compress.button('Crop')).toHaveAttribute('aria-pressed', 'true');
    await width.fill('100');
    await page.getByRole('textbox', { name: 'Height (px)' }).fill('100');
  });
  await compress.add(fixture('city.png', 'square.png'));
  await compress.compress();
  expect(await sentForms()).toMatchObject([
    { resizePercent: '50' },
    { resizeWidth: '100', resizeHeight: '100', fit: 'cover' },
  ]);
});

test('the upload request contains the formats that Auto chooses from, the background and the metadata to keep', async ({
  page,
}) => {
  const sentForms = await recordForms(page);
  const compress = await openAdvanced(page);
  const formats = page.getByRole('group', { name: 'Auto chooses from' });
  await formats.getByLabel('AVIF').check();
  for (const name of ['JPEG', 'PNG', 'WebP']) {
    await formats.getByLabel(name, { exact: true }).uncheck();
  }
  // The last selected format cannot be deselected.
  await formats.getByLabel('AVIF').click();
  await expect(formats.getByLabel('AVIF')).toBeChecked();
  await formats.getByLabel('WebP').check();
  await check(page, 'Fill transparent areas');
  await page.getByLabel('Background color').fill('#00aaff');
  for (const name of ['Copyright', 'Location']) await check(page, name);
  await compress.add(fixture('terminal.png'));
  await compress.compress();
  await compress.expectStatus('terminal.png', 'completed');
  expect(await sentForms()).toMatchObject([
    { format: 'auto', formats: 'webp,avif', background: '#00aaff', preserve: 'copyright,location' },
  ]);
});

test('a copied settings link opens /compress with these settings, which take precedence over remembered ones', async ({
  page,
  context,
  browserName,
}) => {
  if (browserName === 'chromium') await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const compress = await openAdvanced(page);
  await compress.button('Medium').click();
  await page.getByRole('radio', { name: 'WebP' }).check();
  await check(page, 'Copyright');
  await compress.button('Copy link to these settings').click();
  await expectToast(page, 'Link copied');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).pathname + new URL(link).search).toBe(
    '/compress?quality=70&format=webp&preserve=copyright',
  );
  await compress.button('Reset').click();
  await compress.button('Best').click();
  await page.goto(link);
  await expect(page.getByLabel('Quality', { exact: true })).toHaveValue('70');
  await expect(page.getByRole('radio', { name: 'WebP' })).toBeChecked();
  await page.goto('/compress?quality=7000');
  await expect(page.getByLabel('Quality', { exact: true })).toHaveValue('95');
});
