import { CompressPage, fixture } from './compress-page.ts';
import { expect, test } from './test.ts';

const heic = (name = 'phone.heic') => ({ ...fixture('phone.heic', name), mimeType: 'image/heic' });

test('shows a HEIC picture before it is compressed, upright', async ({ page }) => {
  const decoders: string[] = [];
  page.on('request', (request) => request.url().endsWith('.wasm') && decoders.push(request.url()));
  const compress = await new CompressPage(page).open();
  await compress.add(fixture('waterfall.jpg'));
  await expectPicture(compress, 'waterfall.jpg');
  // Nobody else pays for the decoder.
  expect(decoders).toEqual([]);

  await compress.add(heic(), heic('second.heic'));
  await expectPicture(compress, 'phone.heic');
  await expectPicture(compress, 'second.heic');
  expect(decoders).toHaveLength(1);
  await compress.expectStatus('phone.heic', 'pending');
});

test('a file that cannot be decoded holds up no other preview', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  const broken = { ...heic('broken.heic'), buffer: heic().buffer.subarray(0, 20_000) };
  await compress.add(broken, fixture('terminal.png'));
  await expectPicture(compress, 'terminal.png');
  await expect(compress.row('broken.heic').locator('img')).toHaveCount(0);
  await expect(compress.row('broken.heic').locator('.file-picture svg')).toBeVisible();
});

/** Made in the browser: its address is local. */
async function expectPicture(compress: CompressPage, name: string): Promise<void> {
  const picture = compress.row(name).locator('img');
  await expect(picture).toHaveAttribute('src', /^blob:/);
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(144);
}
