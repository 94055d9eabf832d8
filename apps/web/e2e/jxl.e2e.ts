import { CompressPage, fixture, formatOf } from './compress-page.ts';
import { expect, test } from './test.ts';

test('an image can be compressed as JPEG XL, compared and downloaded', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  await page.getByRole('radio', { name: 'JPEG XL' }).check();
  await expect(page.getByText('Older browsers and programs cannot open it.')).toBeVisible();
  await compress.add(fixture('city.png'));
  await compress.compress();
  await compress.expectStatus('city.png', 'completed');
  const { fileName, bytes } = await compress.download(compress.button('Download city.png'));
  expect([fileName, formatOf(bytes)]).toEqual(['compressed_city.jxl', 'jxl']);
  await compress.button('Compare city.png').click();
  const dialog = page.getByRole('dialog', { name: 'Compare city.png' });
  await expect(dialog.getByTestId('stage')).toHaveAttribute('aria-busy', 'false');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expect(dialog.locator('[data-side=result] canvas')).toBeVisible();
});

test('the format for modern browsers yields a smaller file than Auto', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  const sizesBytes: number[] = [];
  for (const [file, choice] of [
    ['auto.png', /^Auto/],
    ['modern.png', 'Modern browsers'],
  ] as const) {
    await compress.inSettings(() => page.getByRole('radio', { name: choice }).check());
    await compress.add(fixture('city.png', file));
    await compress.compress();
    const { bytes } = await compress.download(compress.button(`Download ${file}`));
    sizesBytes.push(bytes.length);
  }
  expect(sizesBytes[1]).toBeLessThan(sizesBytes[0] ?? 0);
});
