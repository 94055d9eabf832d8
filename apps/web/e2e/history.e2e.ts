import type { Request } from '@playwright/test';
import { compressByApi, compressManyByApi, tinyPng } from './api-images.ts';
import { subscribeByApi } from './checkout-page.ts';
import { CompressPage, catchUp, fixture, stopClock } from './compress-page.ts';
import { signUp } from './member.ts';
import { expect, failedAnswer, test } from './test.ts';
import { expectToast } from './toasts.ts';

// Spec: 2.131, 2.132, 6.6
test('the history of a new member is empty and links to the compression tool', async ({ page }) => {
  await signUp(page);
  await page.goto('/history');
  await expect(page).toHaveTitle('History · Gossamer');
  await expect(page.getByRole('heading', { name: 'No compressions yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Start Compressing' }).click();
  await expect(page).toHaveURL(/\/compress$/);
});

test('the history of a Pro member states that results expire in 30 days', async ({ page }) => {
  await signUp(page);
  await subscribeByApi(page);
  await compressByApi(page, tinyPng('tiny.png'));
  await page.goto('/history');
  await expect(page.getByTestId('history-row')).toContainText('Expires in 30 days');
});

// Spec: 1.2, 2.124, 2.125, 2.126, 2.127, 2.128, 2.129, 2.130, 9.40
test('the history lists compressions, which can be downloaded and deleted', async ({ page }) => {
  await signUp(page);
  const startedAtMs = Date.now();
  const compress = await new CompressPage(page).open();
  await compress.add(fixture('waterfall.jpg'), fixture('terminal.png'));
  await compress.compress();
  await compress.expectStatus('waterfall.jpg', 'completed');
  await compress.expectStatus('terminal.png', 'completed');

  await page.goto('/history');
  const rows = page.getByTestId('history-row');
  await expect(rows).toHaveCount(2);
  const row = rows.filter({ hasText: 'terminal.png' });
  await expect(row).toContainText(/\d+\.\d\d KB to \d+\.\d\d KB/);
  await expect(row).toContainText(/\d+% smaller/);
  await expect(row).toContainText('Expires in 24 hours');
  await expect(row).toContainText('Completed');
  const date = row.locator('time').first();
  await expect(date).toHaveText(/[A-Z][a-z]{2} \d{1,2}, (\d{4}, )?\d{1,2}:\d\d/);
  const createdAtMs = Date.parse((await date.getAttribute('datetime')) ?? '');
  expect(createdAtMs).toBeGreaterThan(startedAtMs - 1_000);
  expect(createdAtMs).toBeLessThan(Date.now() + 1_000);
  const image = row.locator('img');
  await expect(image).toHaveAttribute('src', /^\/api\/preview\//);
  await expect(page.getByTestId('totals')).toContainText('2 images');
  await expect(page.getByTestId('totals')).toContainText(/\d+\.\d KB saved/);

  const { fileName, bytes } = await compress.download(compress.button('Download terminal.png'));
  expect(fileName).toMatch(/^compressed_terminal\./);
  expect(bytes.length).toBeLessThan(fixture('terminal.png').buffer.length);
  await expectToast(page, 'Download Started');

  await compress.button('Delete terminal.png now').click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('The entry stays in your history.');
  await dialog.getByRole('button', { name: 'Keep files' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toHaveAttribute('data-status', 'completed');

  await compress.button('Delete terminal.png now').click();
  await dialog.getByRole('button', { name: 'Delete now' }).click();
  await expectToast(page, 'Files deleted');
  await expect(row).toHaveAttribute('data-status', 'expired');
  await expect(row).toContainText('Expired');
  await expect(row.getByRole('button')).toHaveCount(0);
  await expect(row).toBeFocused();

  await page.reload();
  await expect(rows).toHaveCount(2);
  await expect(row).toHaveAttribute('data-status', 'expired');
  await expect(rows.filter({ hasText: 'waterfall.jpg' })).toHaveAttribute('data-status', 'completed');
});

test('the history contains the compressions that a member made before signing up', async ({ page }) => {
  await page.goto('/compress');
  await compressByApi(page, tinyPng('before-the-account.png'));
  await signUp(page);
  await page.goto('/history');
  await expect(page.getByTestId('history-row')).toContainText('before-the-account.png');
});

// Spec: 2.123, 4.45, 7.31
test('the history adds new rows by polling and keeps rows that were loaded earlier', async ({ page }) => {
  await signUp(page);
  await compressManyByApi(page, 50);
  const sample = await page.request.get('/sample-image.png');
  const image = { name: 'sample-image.png', mimeType: 'image/png', buffer: await sample.body() };
  await compressByApi(page, image, true);

  await page.goto('/history');
  const rows = page.getByTestId('history-row');
  await expect(rows).toHaveCount(50);
  await expect(rows.first()).toContainText('sample-image.png');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows).toHaveCount(51);
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);

  await rows.last().scrollIntoViewIfNeeded();
  const scrolledTo = await page.evaluate(() => window.scrollY);
  await compressByApi(page, { ...image, name: 'another-sample.png' }, true);
  await expect(rows).toHaveCount(52);
  await expect(rows.first()).toContainText('another-sample.png');
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThanOrEqual(scrolledTo);
});

// Spec: 9.35
test('the history is polled every five seconds', async ({ page }) => {
  await signUp(page);
  await page.clock.install();
  await page.goto('/history');
  await expect(page.getByRole('heading', { name: 'No compressions yet' })).toBeVisible();
  let askedCount = 0;
  const underWay = new Set<Request>();
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/api/compressions') return;
    askedCount++;
    underWay.add(request);
  });
  page.on('requestfinished', (request) => underWay.delete(request));
  // The polling interval starts with the response, so the clock must stand still until the response arrives.
  const untilAnswered = async () => {
    await catchUp(page);
    await expect.poll(() => underWay.size).toBe(0);
    await catchUp(page);
  };
  await stopClock(page);
  await untilAnswered();
  askedCount = 0;
  const askedAt: number[] = [];
  for (let seconds = 0; seconds < 15; seconds++) {
    await page.clock.runFor(1_000);
    await untilAnswered();
    if (askedCount > askedAt.length) askedAt.push(seconds);
  }
  const [first = 0] = askedAt;
  expect(askedAt).toEqual([first, first + 5, first + 10]);
  expect(askedCount).toBe(3);
});

test.describe('the history without a session', () => {
  test.use({ expectedErrors: failedAnswer });

  // Spec: 2.7, 2.13, 2.122, 8.24
  test('shows a message and redirects to the login page with a return path', async ({ page }) => {
    await page.goto('/history', { waitUntil: 'commit' });
    await expect(page).toHaveURL(/\/login\?from=%2Fhistory$/);
    await expectToast(page, 'Unauthorized', 'You are logged out. Logging in again...');
  });
});
