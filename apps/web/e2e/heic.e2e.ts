import { CompressPage, fixture } from './compress-page.ts';
import { expect, test } from './test.ts';

const heic = (name = 'phone.heic') => ({ ...fixture('phone.heic', name), mimeType: 'image/heic' });

// Spec: 2.96, 3.32, 9.27
test('a HEIC image has a preview with the correct orientation before it is compressed', async ({ page }) => {
  const decoders: string[] = [];
  page.on('request', (request) => request.url().endsWith('.wasm') && decoders.push(request.url()));
  const compress = await new CompressPage(page).open();
  await compress.add(fixture('waterfall.jpg'));
  await expectImage(compress, 'waterfall.jpg');
  // The HEIC decoder must not be loaded until a HEIC image is added.
  expect(decoders).toEqual([]);

  await compress.add(heic(), heic('second.heic'));
  await expectImage(compress, 'phone.heic');
  await expectImage(compress, 'second.heic');
  expect(decoders).toHaveLength(1);
  await compress.expectStatus('phone.heic', 'pending');
});

// Spec: 2.97
test('a file that cannot be decoded does not prevent the previews of other files', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  const broken = { ...heic('broken.heic'), buffer: heic().buffer.subarray(0, 20_000) };
  await compress.add(broken, fixture('terminal.png'));
  await expectImage(compress, 'terminal.png');
  await expect(compress.row('broken.heic').locator('img')).toHaveCount(0);
  await expect(compress.row('broken.heic').getByTestId('thumbnail').locator('svg')).toBeVisible();
});

/** Expects a preview that was decoded in the browser, which has a blob URL. */
async function expectImage(compress: CompressPage, name: string): Promise<void> {
  const image = compress.row(name).locator('img');
  await expect(image).toHaveAttribute('src', /^blob:/);
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(144);
}
