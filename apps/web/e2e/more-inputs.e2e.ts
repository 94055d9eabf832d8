import { moreFormats } from '@gossamer/testkit/more-formats';
import { CompressPage, formatOf } from './compress-page.ts';
import { expect, test } from './test.ts';

test('AVIF, GIF, TIFF and BMP images can be compressed and compared', async ({ page }) => {
  const { avif, animatedGif: gif, tiff, bmp } = await moreFormats({ widthPx: 320, heightPx: 240 });
  const files = Object.entries({ avif, gif, tiff, bmp }).map(([format, buffer]) => ({
    name: `photo.${format}`,
    mimeType: `image/${format}`,
    buffer,
  }));
  const compress = await new CompressPage(page).open();
  await expect(page.getByText('AVIF, GIF, TIFF and BMP images are accepted too.')).toBeAttached();
  await compress.add(...files);
  await compress.compress();
  for (const { name } of files) await compress.expectStatus(name, 'completed');
  await compress.button('Compare photo.tiff').click();
  const dialog = page.getByRole('dialog', { name: 'Compare photo.tiff' });
  // Only Safari can display TIFF. Other browsers show an error in place of the original, but still show the result.
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(dialog.locator('[data-side=result] img')).toBeVisible();
  await page.keyboard.press('Escape');
  await compress.button('Compare photo.gif').click();
  const animated = page.getByRole('dialog', { name: 'Compare photo.gif' });
  await expect(animated.getByTestId('stage')).toHaveAttribute('aria-busy', 'false');
  await expect(animated.getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('Escape');
  const { fileName, bytes } = await compress.download(compress.button('Download photo.gif'));
  expect([fileName, formatOf(bytes)]).toEqual(['compressed_photo.webp', 'webp']);
  expect(bytes.includes('ANMF')).toBe(true);
});
