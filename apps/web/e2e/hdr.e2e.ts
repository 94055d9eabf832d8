import { ultraHdrJpeg } from '@gossamer/testkit/ultra-hdr';
import { CompressPage } from './compress-page.ts';
import { expect, test } from './test.ts';

test('an HDR image keeps its high dynamic range, and the page says so', async ({ page, isMobile }) => {
  const compress = await new CompressPage(page).open();
  const buffer = await ultraHdrJpeg({ widthPx: 640, heightPx: 480 });
  await compress.add({ name: 'sunset.jpg', mimeType: 'image/jpeg', buffer });
  await compress.compress();
  await compress.expectStatus('sunset.jpg', 'completed');
  const badge = compress.row('sunset.jpg').getByText('HDR kept');
  await (isMobile ? expect(badge).toBeHidden() : expect(badge).toBeVisible());
  const { bytes } = await compress.download(compress.button('Download sunset.jpg'));
  expect(bytes.length).toBeLessThan(buffer.length);
  expect(bytes.includes('urn:iso:std:iso:ts:21496')).toBe(true);
  await compress.button('Compare sunset.jpg').click();
  const dialog = page.getByRole('dialog', { name: 'Compare sunset.jpg' });
  await expect(dialog.getByTestId('stage')).toHaveAttribute('aria-busy', 'false');
  await expect(dialog.getByText('Wide gamut, kept')).toBeVisible();
});
