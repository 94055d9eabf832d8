import { createHash } from 'node:crypto';
import type { Manifest } from '@gossamer/contracts/manifest';
import { cameraPhoto } from '@gossamer/testkit/images';
import type { Page } from '@playwright/test';
import { CompressPage, fixture } from './compress-page.ts';
import { readZip } from './read-zip.ts';
import { expect, test } from './test.ts';

async function downloadZip(page: Page, camera: Buffer): Promise<Map<string, Buffer>> {
  const compress = await new CompressPage(page).open();
  await compress.add(fixture('city.png'), { name: 'camera.jpg', mimeType: 'image/jpeg', buffer: camera });
  await compress.compress();
  for (const name of ['city.png', 'camera.jpg']) await compress.expectStatus(name, 'completed');
  return readZip((await compress.download(compress.button('Download all'))).bytes);
}

test('a ZIP file contains a manifest for programs and one for people', async ({ page }) => {
  const camera = await cameraPhoto({ widthPx: 900, heightPx: 600 });
  const entries = await downloadZip(page, camera);
  const manifest = JSON.parse(String(entries.get('manifest.json'))) as Manifest;
  const images = [...entries].filter(([name]) => !name.startsWith('manifest.'));
  expect(manifest.files.map(({ path }) => path)).toEqual(images.map(([name]) => name));
  for (const { path, result } of manifest.files) {
    const bytes = entries.get(path) ?? Buffer.of();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(result).toMatchObject({ sizeBytes: bytes.length, sha256 });
  }
  expect(manifest.files[1]).toMatchObject({
    original: { name: 'camera.jpg', format: 'jpeg', sizeBytes: camera.length },
    result: { widthPx: 900, heightPx: 600 },
    report: { metadataRemoved: expect.arrayContaining(['gps']), targetScore: 80, needsReview: false },
  });

  const report = await page.context().newPage();
  const body = entries.get('manifest.html') ?? '';
  await report.route('**/manifest.html', (route) => route.fulfill({ body, contentType: 'text/html' }));
  await report.goto('/manifest.html');
  await expect(report.getByRole('heading', { name: 'Compression report' })).toBeVisible();
  await expect(report.getByText(/^2 images, .*: .* to .*, \d+% saved\.$/)).toBeVisible();
  const row = report.getByRole('row').filter({ hasText: 'camera.jpg' });
  await expect(row).toContainText(/Removed: .*Location/);
  await expect(row).toContainText(`SHA-256 ${manifest.files[1]?.result.sha256}`);
  await expect(report.getByRole('row')).toHaveCount(3);
});
