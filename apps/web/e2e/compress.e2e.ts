import { CompressPage, fixture, formatOf, recordForms, textFile } from './compress-page.ts';
import { imagesIn } from './read-zip.ts';
import { expect, failedAnswer, test } from './test.ts';
import { expectToast } from './toasts.ts';

test.describe('the compress screen', () => {
  // Spec: 1.1, 2.70, 2.98, 2.99, 2.100, 2.102, 2.103, 2.106, 2.107, 3.27, 5.16, 7.25, 8.43
  test('compresses several images, which can be downloaded individually or as a ZIP', async ({ page }) => {
    const compress = await new CompressPage(page).open();
    await expect(compress.button('Select Files')).toBeVisible();
    // Add two files with the same name. The ZIP file must contain them under different names.
    await compress.add(
      fixture('city.png'),
      fixture('terminal.png'),
      fixture('terminal.png'),
      fixture('waterfall.jpg'),
    );
    await expect(compress.rows).toHaveCount(4);
    await expect(compress.button('Download all')).toBeDisabled();
    await expect(compress.row('city.png').getByTestId('sizes')).toHaveText('481.53 KB');

    const progress = page.getByTestId('progress');
    await compress.compressButton.click();
    await expect(progress.getByText(/^Processing \([0-3]\/4\)$/)).toBeVisible();
    await expect(progress.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /^\d+$/);
    await expect(progress).toContainText(/\d%/);
    await expectToast(page, 'Compression Complete', 'compressed successfully!');
    for (const row of await compress.rows.all())
      await expect(row).toHaveAttribute('data-status', 'completed');
    // When all files are done, a count replaces the label "Processing".
    await expect(progress).toHaveText(/^4 images, .* saved, \d+% smaller$/);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect(compress.row('city.png')).toContainText(/KB -\d+%/);
    await expect(compress.row('city.png').getByText('from 481.53 KB')).toBeVisible();
    await expect(page.getByTestId('totals')).toContainText(/saved, \d+% smaller/);
    await expect(compress.compressButton).toBeDisabled();

    const single = await compress.download(compress.button('Download city.png'));
    expect(single.fileName).toMatch(/^compressed_city\.(jpg|png|webp)$/);
    expect(single.bytes.length).toBeLessThan(fixture('city.png').buffer.length);
    await expectToast(page, 'Download Started', 'Your compressed image is downloading.');

    const archive = await compress.download(compress.button('Download all'));
    expect(archive.fileName).toMatch(/^gossamer-[\d-]+\.zip$/);
    const entries = imagesIn(archive.bytes);
    const names = [...entries.keys()];
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(4);
    // In a ZIP file, images have their original names, without the prefix `compressed_`.
    expect(names.filter((name) => /^terminal( \(2\))?\.\w+$/.test(name))).toHaveLength(2);
    expect(entries.get(single.fileName.replace('compressed_', ''))).toEqual(single.bytes);
    for (const bytes of entries.values()) expect(formatOf(bytes)).not.toBe('unknown');
  });

  test('adds a row with the same file for each upload of an earlier result', async ({ page }) => {
    const compress = await new CompressPage(page).open();
    await compress.add(fixture('waterfall.jpg'));
    await compress.compress();
    await compress.expectStatus('waterfall.jpg', 'completed');
    const { bytes } = await compress.download(compress.button('Download waterfall.jpg'));
    const again = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: bytes });
    await compress.add(again('again.jpg'), again('once-more.jpg'));
    await compress.compress();
    await compress.expectStatus('again.jpg', 'completed');
    await compress.expectStatus('once-more.jpg', 'completed');
    await expect(compress.rows).toHaveCount(3);
    // Each row of the history is a separate compression, which can be deleted individually.
    const list = (await (await page.request.get('/api/compressions')).json()) as { id: string }[];
    const [newest, ...others] = list.map(({ id }) => id);
    expect((await page.request.delete(`/api/compression/${newest}`)).status()).toBe(204);
    for (const id of others) {
      const result = await page.request.get(`/api/download/${id}`);
      expect((await result.body()).equals(bytes)).toBe(true);
    }
  });

  // Spec: 2.6, 2.79, 2.80, 2.83, 2.104, 3.28, 7.19, 8.42, 9.32
  test('compresses the sample image and marks the upload as a sample', async ({ page }) => {
    const sentForms = await recordForms(page);
    const compress = await new CompressPage(page).open();
    await compress.button('Try Sample File').click();
    await expect(compress.rows).toHaveCount(1);
    await compress.compressButton.click();
    await expectToast(page, 'Compression Complete', 'Your image has been compressed successfully!');
    expect(await sentForms()).toEqual([{ quality: '85', format: 'auto', isSample: 'true' }]);
    await compress.expectStatus('sample-image.png', 'completed');
    await expect(page.getByTestId('progress')).toHaveCount(0);
    const bytes = await (await page.request.get('/sample-image.png')).body();
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([800, 600]);
  });

  test('shows a preview of each file', async ({ page }) => {
    const compress = await new CompressPage(page).open();
    await compress.add(fixture('city.png'));
    const image = compress
      .row('city.png')
      .getByRole('presentation')
      .or(compress.row('city.png').locator('img'));
    await expect(image.first()).toHaveJSProperty('complete', true);
    await expect
      .poll(() => image.first().evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
  });
});

test.describe('a preview that cannot be loaded', () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  // Spec: 2.95, 2.97
  test('is replaced by the compressed image, or by an icon if that cannot be loaded either', async ({
    page,
  }) => {
    const compress = await new CompressPage(page).open();
    await page.route('**/api/preview/**', (route) => route.abort());
    await compress.add(fixture('city.png'));
    await compress.compress();
    const image = compress.row('city.png').getByTestId('thumbnail');
    await expect(image.locator('img')).toHaveAttribute('src', /^\/compressed\//);

    // After a reload, the browser no longer has a local preview of the file.
    await page.route('**/compressed/**', (route) => route.abort());
    await page.reload();
    await expect(image.locator('svg')).toBeVisible();
    await expect(image.locator('img')).toHaveCount(0);
    await compress.expectStatus('city.png', 'completed');
  });
});

test.describe('the list of files', () => {
  test.use({ expectedErrors: failedAnswer });

  // Spec: 3.30
  test('shows why a file that is not an image failed, and completes the other files', async ({ page }) => {
    const compress = await new CompressPage(page).open();
    await compress.add(textFile('broken.jpg', 'image/jpeg'), fixture('terminal.png'));
    await compress.compressButton.click();
    await expectToast(page, '1 of 2 compressed, 1 failed', '1 of 2 images could not be compressed');
    await compress.expectStatus('broken.jpg', 'failed');
    await compress.expectStatus('terminal.png', 'completed');
    await expect(compress.row('broken.jpg')).toContainText(/not supported|damaged/);
    await expect(page.getByTestId('progress')).toHaveText(/^1 image, .* saved, \d+% smaller · 1 failed$/);
    // There is no retry button, because retrying a damaged file would fail again.
    await expect(compress.button('Try broken.jpg again')).toHaveCount(0);
    await compress.button('Remove broken.jpg').click();
    await expect(compress.rows).toHaveCount(1);
  });

  // Spec: 8.12, 8.14
  test('shows a generic message for an error without a reason', async ({ page }) => {
    const compress = await new CompressPage(page).open();
    await compress.add(fixture('terminal.png'));
    await page.route('**/api/compress', (route) => route.fulfill({ status: 500, body: 'oops' }));
    await compress.compressButton.click();
    await expectToast(page, 'Compression Failed', 'Compression failed');
    await compress.expectStatus('terminal.png', 'failed');
    await expect(compress.row('terminal.png')).toContainText('Compression failed');

    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/compress')) keys.push(request.headers()['idempotency-key']);
    });
    await page.unroute('**/api/compress');
    await compress.button('Try terminal.png again').click();
    await compress.expectStatus('terminal.png', 'completed');
    expect(keys).toEqual([expect.stringMatching(/-2$/)]);
  });

  // Spec: 2.105
  test('reports that all workers are busy and retries automatically', async ({ page }) => {
    const compress = await new CompressPage(page).open();
    await compress.add(fixture('terminal.png'));
    await page.route(
      '**/api/compress',
      (route) =>
        route.fulfill({
          status: 503,
          headers: { 'retry-after': '2' },
          json: { code: 'fleet_busy', message: 'All compressors are busy.' },
        }),
      { times: 1 },
    );
    await compress.compressButton.click();
    await expect(compress.row('terminal.png')).toContainText('Waiting for a free slot');
    await compress.expectStatus('terminal.png', 'pending');
    await expect(compress.compressButton).toBeDisabled();
    await compress.expectStatus('terminal.png', 'completed');
  });

  test('asks for confirmation when the page is closed during a compression', async ({ page }) => {
    const compress = await new CompressPage(page).open();
    await compress.add(fixture('terminal.png'));
    await page.route('**/api/compress', (route) =>
      route.fulfill({
        status: 503,
        headers: { 'retry-after': '60' },
        json: { code: 'server_busy', message: '' },
      }),
    );
    await compress.compressButton.click();
    await expect(compress.row('terminal.png')).toContainText('Waiting for a free slot');
    const dialog = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    expect((await dialog).type()).toBe('beforeunload');
    await (await dialog).accept();
  });

  // Spec: 7.27, 8.20, 8.21, 8.23
  test('reports why a download failed', async ({ page }) => {
    const compress = await new CompressPage(page).open();
    await compress.add(fixture('terminal.png'));
    await compress.compress();
    await page.route('**/compressed/**', (route) =>
      route.fulfill({ status: 410, json: { code: 'result_expired', message: 'Gone.' } }),
    );
    await compress.button('Download terminal.png').click();
    await expectToast(page, 'Download Failed', 'The result has been deleted.');
    await page.unroute('**/compressed/**');
    await page.route('**/compressed/**', (route) => route.fulfill({ status: 500, body: 'oops' }));
    await compress.button('Download terminal.png').click();
    await expectToast(page, 'Download Failed', 'Failed to download the compressed image.');
  });

  // Spec: 4.41
  test('redirects to the login page when a download requires a session', async ({ page }) => {
    const compress = await new CompressPage(page).open();
    await compress.add(fixture('terminal.png'));
    await compress.compress();
    await page.route('**/compressed/**', (route) =>
      route.fulfill({ status: 401, json: { code: 'unauthorized', message: 'Log in.' } }),
    );
    await compress.button('Download terminal.png').click();
    await expect(page).toHaveURL(/\/login\?from=%2Fcompress$/);
    await expectToast(page, 'Unauthorized', 'You are logged out. Logging in again...');
  });
});

test.describe('an upload over a broken connection', () => {
  test.use({ expectedErrors: /ERR_CONNECTION|ERR_FAILED/ });

  test('is retried once, with the same idempotency key', async ({ page }) => {
    const compress = await new CompressPage(page).open();
    await compress.add(fixture('terminal.png'));
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/compress')) keys.push(request.headers()['idempotency-key']);
    });
    await page.route('**/api/compress', (route) => route.abort('connectionreset'), { times: 1 });
    await compress.compress();
    await compress.expectStatus('terminal.png', 'completed');
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });
});
