import sharp from 'sharp';
import { CompressPage, fixture } from './compress-page.ts';
import { expect, test } from './test.ts';

test('new settings are applied to finished images without another upload', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  await compress.add(fixture('waterfall.jpg'), fixture('terminal.png'));
  await compress.compress();
  const notice = page.getByTestId('apply-notice');
  await expect(notice).toHaveCount(0);

  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/compress')) uploads.push(request.url());
  });
  const line = page.getByRole('button', { name: /Settings$/ });
  const isSheet = await line.isVisible();
  if (isSheet) await line.click();
  await compress.button('Small').click();
  if (isSheet) await compress.button('Done').click();
  await expect(notice).toContainText('Up to 10 more tries per image are free.');

  // Apply the new settings to one image with the button in its row, then to the other one with the button in the
  // notice.
  const row = compress.row('waterfall.jpg');
  const before = await row.getByTestId('sizes').textContent();
  await row.getByRole('button', { name: 'Apply new settings to waterfall.jpg' }).click();
  await expect(row).toHaveAttribute('data-status', 'completed', { timeout: 60_000 });
  await expect(row.getByTestId('sizes')).not.toHaveText(before ?? '');
  await notice.getByRole('button', { name: 'Apply to 1 image' }).click();
  await expect(notice).toHaveCount(0);
  await compress.expectStatus('terminal.png', 'completed');
  expect(uploads.map((url) => new URL(url).pathname)).toEqual([
    expect.stringMatching(/^\/api\/compression\/\w+\/again$/),
    expect.stringMatching(/^\/api\/compression\/\w+\/again$/),
  ]);

  // After a reload, the list contains only the latest results, which can be compressed again.
  const after = await row.getByTestId('sizes').textContent();
  await page.reload();
  await expect(compress.rows).toHaveCount(2);
  await expect(compress.row('waterfall.jpg').getByTestId('sizes')).toHaveText(after ?? '');
  await expect(notice).toHaveCount(0);
});

test.describe('compressing a finished image again', () => {
  test.use({ expectedErrors: /422/ });

  test('keeps the last result and shows the reason if it fails', async ({ page }) => {
    const compress = await new CompressPage(page).open();
    await compress.add(fixture('waterfall.jpg'));
    await compress.compress();
    await page.route('**/again', (route) =>
      route.fulfill({
        status: 422,
        json: { code: 'size_unreachable', message: 'No.', details: { closestBytes: 5_000, closestScore: 1 } },
      }),
    );
    const line = page.getByRole('button', { name: /Settings$/ });
    const isSheet = await line.isVisible();
    if (isSheet) await line.click();
    await compress.button('Medium').click();
    if (isSheet) await compress.button('Done').click();
    await page.getByTestId('apply-notice').getByRole('button').click();
    const row = compress.row('waterfall.jpg');
    await expect(row).toContainText("This size can't be reached. The closest is 4.88 KB.");
    await expect(row.getByRole('button', { name: 'Download waterfall.jpg' })).toBeVisible();
  });
});

test('new settings can be applied to all images without scrolling, even if the list is long', async ({
  page,
}) => {
  const compress = await new CompressPage(page).open();
  const images = Array.from({ length: 10 }, async (_, index) => {
    const create = {
      width: 60,
      height: 40,
      channels: 3,
      background: { r: index * 20, g: 80, b: 120 },
    } as const;
    const buffer = await sharp({ create }).png().toBuffer();
    return { name: `tile-${index}.png`, mimeType: 'image/png', buffer };
  });
  await compress.add(...(await Promise.all(images)));
  await compress.compress();
  await compress.inSettings(() => compress.button('Small').click());
  await page.evaluate(() => window.scrollTo(0, 0));
  const apply = page.getByTestId('apply-notice').getByRole('button', { name: 'Apply to 10 images' });
  await expect(apply).toBeInViewport({ ratio: 1 });
  await apply.click();
  await expect(apply).toBeHidden();
});
