import type { Page } from '@playwright/test';
import { tinyPng } from './api-images.ts';
import { CompressPage, fixture } from './compress-page.ts';
import { expect, test } from './test.ts';
import { unexpectedToasts } from './toasts.ts';

const sizeOf = async (compress: CompressPage, name: string) =>
  /^[\d.]+ KB/.exec((await compress.row(name).getByTestId('sizes').textContent()) ?? '')?.[0] ?? '';

/** Opens the comparison of the first row by clicking its image. On phones, a button covers the whole row. */
async function openComparison(page: Page): Promise<void> {
  const row = page.getByTestId('file-row').first();
  const { x, y } = (await row.boundingBox())!;
  await page.mouse.click(x + 40, y + 36);
  await expect(page.getByRole('dialog')).toBeVisible();
}

test('the comparison can compress the image with another quality and restore the previous result', async ({
  page,
}) => {
  const compress = await new CompressPage(page).open();
  await compress.add(fixture('waterfall.jpg'));
  await compress.compress();
  const before = await sizeOf(compress, 'waterfall.jpg');
  await openComparison(page);
  const dialog = page.getByRole('dialog');
  const fields = dialog.getByTestId('try-settings');
  const quality = fields.getByRole('slider', { name: 'Quality' });
  await expect(fields).toContainText('Up to 10 tries per image are free.');
  await quality.fill('30');
  await expect(fields.getByRole('button', { name: 'Keep new' })).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByTestId('image-label').first()).toHaveText('Previous');
  await expect(fields).toContainText(/KB to [\d.]+ KB\s\(-\d+%\)/);
  // Restore the previous result, which requires no further compression.
  await fields.getByRole('button', { name: 'Go back' }).click();
  await expect(dialog.getByTestId('image-label').first()).toHaveText('Original');
  await expect(quality).toHaveValue('85');
  // Compress the image in another format and keep the new result.
  await fields.getByRole('button', { name: 'JPEG', exact: true }).click();
  await expect(fields.getByRole('button', { name: 'Keep new' })).toBeVisible({ timeout: 60_000 });
  await expect(fields.getByRole('button', { name: 'Auto' })).toBeVisible();
  await fields.getByRole('button', { name: 'Keep new' }).click();
  await expect(dialog.getByTestId('image-label').first()).toHaveText('Original');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await sizeOf(compress, 'waterfall.jpg')).not.toBe(before);
  // The comparison reports the results of the tries, so only the first compression shows a toast.
  expect(unexpectedToasts(page)).toHaveLength(1);
  // The settings of the list have not changed, so the page must not offer to compress images again.
  await expect(page.getByTestId('apply-notice')).toBeHidden();
});

test('an image with its own settings is compressed with them, and other images with the settings of the list', async ({
  page,
}) => {
  const compress = await new CompressPage(page).open();
  await compress.add(fixture('waterfall.jpg'), fixture('city.png'));
  await compress.button('Settings of city.png').click();
  const sheet = page.getByRole('dialog', { name: 'Settings of city.png' });
  await sheet.getByRole('radio', { name: 'PNG' }).check();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(sheet).toBeHidden();
  await expect(compress.row('city.png')).toContainText('own settings');
  await compress.compress();
  const { fileName } = await compress.download(compress.button('Download city.png'));
  expect(fileName).toBe('compressed_city.png');
  const other = await compress.download(compress.button('Download waterfall.jpg'));
  expect(other.fileName).not.toContain('.png');
});

test('a result that is not much smaller offers the next lower preset with its estimated size', async ({
  page,
}) => {
  const compress = await new CompressPage(page).open();
  // With the preset High, this image becomes only 37% smaller, so the next lower preset is offered.
  await compress.add(fixture('phone.heic'));
  await compress.compress();
  const next = compress
    .row('phone.heic')
    .getByRole('button', { name: /^Medium: about [\d.]+\sKB\s\(-\d+%\)$/ });
  const estimated = Number(/about ([\d.]+)\sKB/.exec((await next.textContent()) ?? '')?.[1]);
  await next.click();
  await expect(next).toBeHidden();
  await compress.expectStatus('phone.heic', 'completed');
  const real = Number.parseFloat(await sizeOf(compress, 'phone.heic'));
  expect(Math.abs(estimated / real - 1)).toBeLessThan(0.15);
});

test('on phones, a finished image can be removed in its settings', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  await compress.add(fixture('waterfall.jpg'), fixture('terminal.png'));
  await compress.compress();
  await page.setViewportSize({ width: 390, height: 844 });
  await compress.button('Settings of terminal.png').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove terminal.png' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(compress.rows).toHaveCount(1);
  await expect(compress.rows).toContainText('waterfall.jpg');
});

test('the comparison states that a lossless file suits the image best', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  await compress.add(tinyPng('icon.png'));
  await compress.compress();
  await openComparison(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('WebP, lossless');
  await expect(dialog.getByTestId('try-settings')).toContainText(
    'At this quality, a lossless file suits this image best.',
  );
});
