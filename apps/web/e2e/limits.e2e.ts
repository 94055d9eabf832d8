import { compressManyByApi, tinyPng } from './api-images.ts';
import { CompressPage } from './compress-page.ts';
import { mailedPath, signUp } from './member.ts';
import { expect, failedAnswer, test } from './test.ts';
import { expectToast } from './toasts.ts';

test.describe('the daily limit', () => {
  test.use({ expectedErrors: failedAnswer });

  // Spec: 8.13, 8.17, 9.4
  test('is announced in advance and, once reached, blocks compressions and leads to an offer for Pro', async ({
    page,
  }) => {
    await signUp(page);
    await compressManyByApi(page, 49);
    const compress = await new CompressPage(page).open();
    await expect(page.getByTestId('allowance')).toHaveText('1 of 50 left today');

    const names = ['a.png', 'b.png', 'c.png', 'd.png', 'e.png', 'f.png'];
    await compress.add(...names.map(tinyPng));
    await expect(page.getByTestId('allowance')).toHaveText(
      '1 of 50 left today · Only 1 of these 6 images can be compressed today.',
    );
    await compress.compressButton.click();
    await expectToast(page, '1 of 6 compressed', 'You have used all 50 compressions');
    const notice = page.getByTestId('limit-notice');
    await expect(notice).toContainText(
      'You have used all 50 compressions for today. They reset at 00:00 UTC.',
    );
    await expect(notice).toContainText(/Resets in \d+ (hour|minute)s?, at /);
    await expect(notice).toContainText('5 images are still waiting in the list.');
    await expect(notice.getByRole('link', { name: 'Get Pro' })).toHaveAttribute('href', '/checkout');

    const withStatus = (status: string) => compress.rows.and(page.locator(`[data-status=${status}]`));
    // All files over the limit remain pending, and the compress button is disabled, because the server would reject the
    // uploads.
    await expect(withStatus('completed')).toHaveCount(1);
    await expect(withStatus('pending')).toHaveCount(5);
    await expect(compress.compressButton).toHaveText('Compress');
    await expect(compress.compressButton).toBeDisabled();
    await expect(page.getByTestId('activity')).toContainText(/50\s*of 50 compressions/);
    await expect(page.getByTestId('activity')).toContainText('100% of the daily limit used, 0 left today.');

    // After a reload, the page derives the limit from the usage statistics.
    await page.reload();
    await expect(notice).toContainText('You have used all 50 compressions for today.');
  });
});

test.describe("a visitor's daily limit", () => {
  test.use({ expectedErrors: failedAnswer });

  test('leads to an offer to create an account, which has a separate daily limit', async ({ page }) => {
    const compress = await new CompressPage(page).open();
    await compressManyByApi(page, 50);
    await compress.add(tinyPng('one-more.png'));
    await compress.compressButton.click();
    await expectToast(page, 'Compression Failed', 'You have used all 50 compressions');
    const notice = page.getByTestId('limit-notice');
    await expect(notice).toContainText('You have used all 50 compressions for today.');
    await expect(notice).toContainText('A free account has its own limit of 50 images a day.');
    await expect(compress.rows.first()).toHaveAttribute('data-status', 'pending');
    await expect(compress.compressButton).toBeDisabled();
    await expect(notice.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup');
    await signUp(page);
    const retried = await page.request.post('/api/compress', { multipart: { image: tinyPng('mine.png') } });
    expect(retried.ok()).toBe(true);
  });
});

test.describe('the daily network limit for members with an unconfirmed email address', () => {
  test.use({ expectedErrors: failedAnswer });

  test('leads to an offer to confirm the email address, after which compressions succeed', async ({
    page,
    context,
  }) => {
    const { email } = await signUp(page);
    const compress = await new CompressPage(page).open();
    const resetsAt = new Date(Date.now() + 3_600_000).toISOString();
    const refusal = {
      code: 'unconfirmed_limit_reached',
      message: 'x',
      requestId: 'r',
      details: { limit: 250, resetsAt },
    };
    // Simulate that the network has reached its limit, because really reaching it would take hundreds of uploads.
    await page.route('**/api/compress', (route) => route.fulfill({ status: 429, json: refusal }));
    await compress.add(tinyPng('a.png'), tinyPng('b.png'));
    await compress.compressButton.click();
    const notice = page.getByTestId('limit-notice');
    await expect(notice).toContainText(
      "Your network has used today's 250 free compressions, which reset at 00:00 UTC. Confirm your email address to use your own daily limit.",
    );
    await expect(compress.rows.first()).toHaveAttribute('data-status', 'pending');
    await notice.getByRole('button', { name: 'Resend link' }).click();
    await expectToast(page, 'Link sent', email);

    const tab = await context.newPage();
    await tab.goto(await mailedPath(email, '/verify-email', 2));
    await expect(tab.getByText('Email address confirmed').first()).toBeVisible();
    await page.unroute('**/api/compress');
    await compress.compress();
    await compress.expectStatus('a.png', 'completed');
    await compress.expectStatus('b.png', 'completed');
    await expect(notice).toBeHidden();
  });
});

// Spec: 5.24, 6.11
test('the free plan limits a selection to ten files, and /compress states the limits of the plan', async ({
  page,
}) => {
  await signUp(page);
  const compress = await new CompressPage(page).open();
  await expect(page.getByText('Up to 50 MB each, 10 at once.')).toBeVisible();
  const names = Array.from({ length: 11 }, (_, index) => `image-${index + 1}.png`);
  await compress.add(...names.map(tinyPng));
  await expect(compress.rows).toHaveCount(10);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('only 10 files at once');
  await expect(alert).toContainText('batches of 100');
  await expect(alert.getByRole('link', { name: 'Get Pro' })).toHaveAttribute('href', '/checkout');
});
