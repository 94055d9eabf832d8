import type { Page } from '@playwright/test';
import { CheckoutPage } from './checkout-page.ts';
import { CompressPage, fixture } from './compress-page.ts';
import { openForOffline, openOnDevice } from './device-page.ts';
import { holdBack } from './hold-back.ts';
import { signUp } from './member.ts';
import { imagesIn, readZip } from './read-zip.ts';
import { becomeAlive, expect, test } from './test.ts';

/**
 * Records all requests that can send data: those with a method other than GET. Returns a function that returns their
 * paths.
 */
function recordSent(page: Page): () => string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname);
  });
  return () => sent;
}

test('compressing images on this device yields the same files as in the cloud and uploads nothing', async ({
  page,
}) => {
  const names = ['waterfall.jpg', 'terminal.png', 'phone.heic'];
  const compress = await openOnDevice(page);
  const sent = recordSent(page);
  await compress.add(...names.map((name) => fixture(name)));
  await compress.compress();
  for (const name of names) await compress.expectStatus(name, 'completed');
  const zip = await compress.download(compress.button(/^Download all/));
  const onDevice = [...imagesIn(zip.bytes).entries()];
  expect(onDevice.map(([name]) => name).sort()).toEqual(['phone.jpg', 'terminal.webp', 'waterfall.webp']);
  expect(sent()).toEqual([]);

  // Compressing an image again uploads nothing either, because the file is still in memory.
  await compress.inSettings(() => compress.button('Small').click());
  const row = compress.row('waterfall.jpg');
  await row.getByRole('button', { name: 'Apply new settings to waterfall.jpg' }).click();
  await compress.expectStatus('waterfall.jpg', 'completed');
  expect(sent()).toEqual([]);
  await compress.inSettings(() => compress.button('High').click());

  await page.reload();
  await expect(compress.rows).toHaveCount(0);
  await compress.button('Cloud').click();
  await compress.add(...names.map((name) => fixture(name)));
  await compress.compress();
  const cloudZip = await compress.download(compress.button(/^Download all/));
  const inCloud = imagesIn(cloudZip.bytes);
  expect(sent()).toEqual(['/api/compress', '/api/compress', '/api/compress']);
  for (const [name, bytes] of onDevice) expect(inCloud.get(name)?.equals(bytes), name).toBe(true);
});

test('a batch is compressed on this device after the network connection is lost', async ({
  page,
  context,
}) => {
  const compress = await openOnDevice(page);
  await compress.add(fixture('terminal.png'));
  await compress.compress();
  await context.setOffline(true);
  await compress.add(fixture('waterfall.jpg'), fixture('city.png'), fixture('terminal.png', 'second.png'));
  await compress.compress();
  await expect(page.locator('[data-testid=file-row][data-status=completed]')).toHaveCount(4);
  const { fileName, bytes } = await compress.download(
    compress.row('waterfall.jpg').getByRole('button', { name: 'Download waterfall.jpg' }),
  );
  expect(fileName).toBe('compressed_waterfall.webp');
  expect(bytes.length).toBeGreaterThan(10_000);
  await context.setOffline(false);
});

test('the app starts without a network connection and compresses a JPEG, a PNG and a HEIC', async ({
  page,
  context,
}) => {
  const compress = await openForOffline(page);
  await context.setOffline(true);
  // Other pages need the server, so the browser is redirected.
  await page.goto('/history');
  await expect(page).toHaveURL('/compress');
  await becomeAlive(page);
  expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(true);
  const names = ['waterfall.jpg', 'terminal.png', 'phone.heic'];
  await compress.add(...names.map((name) => fixture(name)));
  await compress.compress();
  for (const name of names) await compress.expectStatus(name, 'completed');
  const { bytes } = await compress.download(compress.button(/^Download all/));
  expect(imagesIn(bytes).size).toBe(3);
  expect([...readZip(bytes).keys()]).toContain('manifest.html');
  await context.setOffline(false);
});

test('the files that were kept for offline use contain no data of the member and are deleted with the choice', async ({
  page,
}) => {
  await signUp(page);
  const compress = await openForOffline(page);
  const kept = () =>
    page.evaluate(async () => (await caches.match('/compress', { ignoreSearch: true }))?.text());
  const session = /id="session">(.*?)<\/script>/.exec((await kept()) ?? '')?.[1] ?? '';
  expect(JSON.parse(session)).toMatchObject({ user: null });
  await compress.button('Cloud').click();
  await expect.poll(kept).toBeUndefined();
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(0);
});

test('members can include results of this device in their statistics, which sends only their sizes', async ({
  page,
}) => {
  await signUp(page);
  const compress = await openOnDevice(page);
  const compressOne = async (name: string) => {
    await compress.add(fixture('terminal.png', name));
    await compress.compress();
    await compress.expectStatus(name, 'completed');
  };
  const total = async () => (await (await page.request.get('/api/stats')).json()).totalCompressions;
  const sent = recordSent(page);
  await compressOne('first.png');
  expect(sent()).toEqual([]);

  await compress.inSettings(async () => {
    const field = page.getByRole('checkbox', { name: 'Include in my statistics' });
    await field.click();
    await expect(field).toBeChecked();
  });
  const counted = page.waitForRequest((request) => request.method() === 'POST');
  await compressOne('second.png');
  expect(Object.keys((await counted).postDataJSON())).toEqual(['originalBytes', 'resultBytes']);
  await expect.poll(total).toBe(1);
  expect(sent()).toEqual(['/api/stats/device', '/api/stats/device']);
});

test('a browser that cannot isolate the page explains this and stays with the cloud', async ({ page }) => {
  // The page has already been reloaded, without effect.
  await page.addInitScript(() => sessionStorage.setItem('gossamer.reloadedForDevice', '1'));
  const compress = await new CompressPage(page).open();
  await compress.button('This device').click();
  const note = page
    .getByRole('status')
    .filter({ hasText: 'This browser cannot process images on this device.' });
  await expect(note).toBeVisible();
  await expect(compress.button('Cloud')).toHaveAttribute('aria-pressed', 'true');
});

test('images that are added immediately after the choice of this device are not uploaded', async ({
  page,
}) => {
  const release = await holdBack(page, /\/backend-change-/);
  const compress = await new CompressPage(page).open();
  const sent = recordSent(page);
  await compress.button('This device').click();
  await compress.add(fixture('terminal.png'));
  await compress.compress();
  await compress.expectStatus('terminal.png', 'failed');
  await expect(compress.row('terminal.png')).toContainText(
    'This page cannot process images on this device yet.',
  );
  release();
  await page.reload();
  expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(true);
  expect(sent()).toEqual([]);
});

test('an image that this device cannot process is uploaded only on request', async ({ page }) => {
  test.setTimeout(120_000);
  const compress = await openOnDevice(page);
  const sent = recordSent(page);
  await page.getByRole('radio', { name: 'JPEG XL' }).check();
  await compress.add(fixture('waterfall.jpg'));
  await compress.compress();
  await compress.expectStatus('waterfall.jpg', 'failed');
  const row = compress.row('waterfall.jpg');
  await expect(row).toContainText(
    'JPEG XL, archives and files for a web page can be made only in the cloud.',
  );
  expect(sent()).toEqual([]);
  await row.getByRole('button', { name: 'Process in the cloud' }).click();
  await compress.expectStatus('waterfall.jpg', 'completed');
  expect(sent()).toEqual(['/api/compress']);
});

test('an image that this device compressed can be compressed with other settings in the cloud', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const compress = await openOnDevice(page);
  const sent = recordSent(page);
  await compress.add(fixture('terminal.png'));
  await compress.compress();
  await compress.inSettings(() => page.getByRole('radio', { name: 'JPEG XL' }).check());
  const row = compress.row('terminal.png');
  await row.getByRole('button', { name: 'Apply new settings to terminal.png' }).click();
  await expect(row).toContainText(
    'JPEG XL, archives and files for a web page can be made only in the cloud.',
  );
  await compress.expectStatus('terminal.png', 'completed');
  expect(sent()).toEqual([]);
  await row.getByRole('button', { name: 'Process in the cloud' }).click();
  await expect(row.getByRole('button', { name: 'Process in the cloud' })).toBeHidden();
  await compress.expectStatus('terminal.png', 'completed');
  await expect(row).toContainText('JPEG XL');
  expect(sent()).toEqual(['/api/compress']);
});

test('an image can be removed while it is compressed on this device', async ({ page }) => {
  const compress = await openOnDevice(page);
  await compress.add(fixture('waterfall.jpg'), fixture('terminal.png'));
  await compress.compressButton.click();
  await compress.expectStatus('waterfall.jpg', 'processing');
  await compress.button('Clear all').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear all' }).click();
  await expect(compress.rows).toHaveCount(0);
  await compress.add(fixture('terminal.png', 'next.png'));
  await compress.compress();
  await compress.expectStatus('next.png', 'completed');
});

test('leaving the page requires a confirmation until results from this device have been downloaded', async ({
  page,
}) => {
  const compress = await openOnDevice(page);
  await compress.add(fixture('terminal.png'));
  await compress.compress();
  const asked: string[] = [];
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type());
    await dialog.accept();
  });
  await compress.download(compress.row('terminal.png').getByRole('button', { name: /^Download/ }));
  await page.reload();
  expect(asked).toEqual([]);
  await compress.add(fixture('terminal.png'));
  await compress.compress();
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
});

test('the checkout works for users who process images on their device', async ({ page }) => {
  await openOnDevice(page);
  await page.goto('/pricing');
  expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(true);
  await page.getByRole('link', { name: 'Get Pro' }).first().click();
  const checkout = new CheckoutPage(page);
  await expect(checkout.submit).toBeEnabled();
  expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(false);
});
