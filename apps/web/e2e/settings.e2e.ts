import type { Locator, Page } from '@playwright/test';
import { CompressPage, fixture, formatOf, recordForms } from './compress-page.ts';
import { expect, test } from './test.ts';

const slider = (page: Page): Locator => page.getByLabel('Quality', { exact: true });

// Spec: 2.81, 2.82, 2.86, 2.87, 4.30, 4.31, 9.13, 9.14, 9.16, 9.17, 9.18, 9.19, 9.20
test('presets move the quality slider, and other qualities are shown as Custom', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  await expect(slider(page)).toHaveValue('85');
  await expect(compress.button('High')).toHaveAttribute('aria-pressed', 'true');
  for (const [preset, quality] of [
    ['Best', '95'],
    ['Medium', '70'],
    ['Small', '50'],
    ['Minimum', '30'],
  ] as const) {
    await compress.button(preset).click();
    await expect(slider(page)).toHaveValue(quality);
    await expect(compress.button(preset)).toHaveAttribute('aria-pressed', 'true');
  }
  await expect(page.getByTestId('preset-custom')).toBeHidden();
  await slider(page).press('ArrowRight');
  await expect(slider(page)).toHaveValue('35');
  await expect(page.getByTestId('preset-custom')).toHaveText('Custom');
  await expect(compress.button('Custom')).toHaveCount(0);
  await expect(page.getByRole('button', { pressed: true })).toHaveText(['Quality', 'Cloud']);
  await slider(page).press('Home');
  await expect(slider(page)).toHaveValue('10');
  await slider(page).press('End');
  await expect(slider(page)).toHaveValue('100');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '100, Best');
});

// Spec: 2.84, 2.85, 7.17, 7.18, 7.19
test('the compressed image has the selected format', async ({ page }) => {
  const sentForms = await recordForms(page);
  const compress = await new CompressPage(page).open();
  await expect(page.getByRole('radio', { name: /^Auto\s*recommended$/ })).toBeChecked();
  await page.getByRole('radio', { name: 'JPEG', exact: true }).check();
  await compress.button('Medium').click();
  await compress.add(fixture('city.png'));
  await compress.compress();
  expect(await sentForms()).toEqual([{ quality: '70', format: 'jpeg' }]);
  const { fileName, bytes } = await compress.download(compress.button('Download city.png'));
  expect(fileName).toBe('compressed_city.jpg');
  expect(formatOf(bytes)).toBe('jpeg');
});

// Spec: 2.88, 2.89, 2.90, 2.91, 2.92, 2.93, 7.20
test('the upload request contains the advanced options', async ({ page }) => {
  const sentForms = await recordForms(page);
  const compress = await new CompressPage(page).open();
  await compress.button('Show advanced options').click();
  await page.getByLabel('Resize').check();
  const width = page.getByLabel('Width (px)');
  await expect(width).toHaveAttribute('placeholder', '1920');
  await expect(page.getByLabel('Height (px)')).toHaveAttribute('placeholder', '1080');
  await expect(page.getByLabel('Keep aspect ratio')).toBeChecked();
  await width.fill('64');
  await expect(page.getByRole('radio', { name: 'None' })).toBeChecked();
  for (const name of ['Sepia', 'Vintage', 'Grayscale']) {
    await page.getByRole('radio', { name }).check();
  }
  await page.getByRole('radio', { name: 'PNG' }).check();
  await compress.button('Hide advanced options').click();
  await expect(page.getByLabel('Resize')).toBeHidden();
  await expect(compress.button(/^Show advanced options/)).toBeVisible();
  await compress.add(fixture('city.png'));
  await compress.compress();
  await expect.poll(sentForms).toEqual([
    {
      quality: '85',
      format: 'png',
      resizeWidth: '64',
      maintainAspect: 'true',
      filter: 'grayscale',
    },
  ]);
  const { bytes } = await compress.download(compress.button('Download city.png'));
  expect(bytes.readUInt32BE(16)).toBe(64);
});

test('the resize fields have labels and a hint, and their placeholders are in italics', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  const zone = page.getByTestId('drop-zone');
  const heightPx = (await zone.boundingBox())?.height;
  await compress.button('Show advanced options').click();
  await page.getByLabel('Resize').check();
  // Expanding the advanced options must not change the height of the drop zone next to them.
  expect((await zone.boundingBox())?.height).toBe(heightPx);
  for (const label of ['Width', 'Height']) await expect(page.getByText(label, { exact: true })).toBeVisible();
  const note = page.getByRole('status').filter({ hasText: 'width or a height' });
  await expect(note).toHaveText('Enter a width or a height. Otherwise, the dimensions stay the same.');
  const width = page.getByLabel('Width (px)');
  const example = await width.evaluate((input) => getComputedStyle(input, '::placeholder').fontStyle);
  expect([example, await width.evaluate((input) => getComputedStyle(input).fontStyle)]).toEqual([
    'italic',
    'normal',
  ]);
  await width.fill('640');
  await expect(note).toHaveCount(0);
});

test('a URL with resize settings expands the advanced options, even after a reload', async ({ page }) => {
  await page.goto('/compress?resize=1');
  const compress = new CompressPage(page);
  await expect(page.getByLabel('Resize')).toBeChecked();
  await page.reload();
  await expect(page.getByLabel('Width (px)')).toBeVisible();
  await compress.button('Hide advanced options').click();
  await expect(page.getByLabel('Width (px)')).toBeHidden();
});

test('on phones, the settings are collapsed into a button that opens a sheet', async ({ page, isMobile }) => {
  const compress = await new CompressPage(page).open();
  await compress.add(fixture('terminal.png'));
  if (!isMobile) {
    await expect(slider(page)).toBeVisible();
    await expect(page.locator('button[aria-haspopup=dialog]')).toBeHidden();
    return;
  }
  await expect(slider(page)).toBeHidden();
  await compress.button(/High 85 · Auto/).click();
  const sheet = page.getByRole('dialog', { name: 'Settings' });
  await sheet.getByRole('button', { name: 'Small', exact: true }).click();
  await sheet.getByRole('radio', { name: 'WebP' }).check();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(compress.button(/Small 50 · WebP/)).toBeVisible();
});

test('the settings are remembered until they are reset', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  await expect(compress.button('Reset')).toHaveCount(0);
  await compress.button('Medium').click();
  await page.getByRole('radio', { name: 'Same as input' }).check();
  await expect(page.getByText('HEIC becomes JPEG, GIF becomes WebP, TIFF and BMP become PNG.')).toBeVisible();
  await page.reload();
  await expect(slider(page)).toHaveValue('70');
  await expect(compress.button('Medium')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('radio', { name: 'Same as input' })).toBeChecked();

  // A link with settings takes precedence, but does not replace the remembered settings.
  await page.goto('/compress?format=webp');
  await expect(page.getByRole('radio', { name: 'WebP' })).toBeChecked();
  await expect(slider(page)).toHaveValue('70');
  await page.goto('/compress');
  await expect(page.getByRole('radio', { name: 'Same as input' })).toBeChecked();

  await compress.button('Reset').click();
  await expect(slider(page)).toHaveValue('85');
  await expect(page.getByText('May change the type, for example JPEG to WebP.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('radio', { name: /^Auto/ })).toBeChecked();
  await expect(compress.button('Reset')).toHaveCount(0);
});
