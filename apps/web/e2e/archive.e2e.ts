import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { CompressPage, fixture, formatOf } from './compress-page.ts';
import { expect, test } from './test.ts';

const archiveOption = 'Archive originals (JPEG only)';

test('a JPEG is archived without loss, and the page /restore restores it bit for bit', async ({ page }) => {
  const jpeg = await sharp(fixture('city.png').buffer).jpeg({ quality: 90 }).toBuffer();
  const sha256 = createHash('sha256').update(jpeg).digest('hex');
  const compress = await new CompressPage(page).open();
  await compress.inSettings(async () => {
    await page.getByRole('button', { name: 'Show advanced options' }).click();
    await expect(page.getByText('the archive contains location and other metadata')).toBeVisible();
    await page.getByRole('checkbox', { name: archiveOption }).check();
    await expect(page.getByText('Output format')).toHaveCount(0);
    await expect(page.getByText('Color filter')).toHaveCount(0);
  });
  await compress.add({ name: 'city.jpg', mimeType: 'image/jpeg', buffer: jpeg });
  await compress.compress();
  await compress.expectStatus('city.jpg', 'completed');
  const archive = await compress.download(compress.button('Download city.jpg'));
  expect([archive.fileName, formatOf(archive.bytes)]).toEqual(['compressed_city.jxl', 'jxl']);
  expect(archive.bytes.length).toBeLessThan(jpeg.length * 0.9);
  await compress.button('Compare city.jpg').click();
  const dialog = page.getByRole('dialog', { name: 'Compare city.jpg' });
  await expect(dialog.getByText('Archived without loss')).toBeVisible();
  await expect(dialog.getByTestId('jpeg-sha256')).toHaveText(sha256);

  await page.goto('/restore');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Restore JPEGs');
  await expect(page.getByText('Output format')).toHaveCount(0);
  const input = page.getByLabel('Archives to restore');
  await input.setInputFiles({ name: archive.fileName, mimeType: 'image/jxl', buffer: archive.bytes });
  await compress.compress();
  await compress.expectStatus(archive.fileName, 'completed');
  const restored = await compress.download(compress.button(`Download ${archive.fileName}`));
  expect(restored.fileName).toBe('city.jpg');
  expect(restored.bytes.equals(jpeg)).toBe(true);
});
