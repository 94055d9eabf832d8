import { compressByApi, tinyPng } from './api-images.ts';
import { subscribeByApi } from './checkout-page.ts';
import { CompressPage, fixture } from './compress-page.ts';
import { signUp } from './member.ts';
import { expect, test } from './test.ts';

/** Formats a size as the dashboard does: in base 1024, rounded to one decimal place. */
function sizeText(bytes: number): string {
  return bytes < 1024 ? `${bytes} Bytes` : `${(bytes / 1024).toFixed(1)} KB`;
}

// Spec: 1.3, 2.5, 2.117, 2.118, 2.119, 2.120, 2.121, 3.25, 6.8, 9.3, 9.41, 9.42
test('the dashboard greets members and shows the totals of their compressions', async ({ page }) => {
  await signUp(page, { firstName: 'Noor' });
  const made = [
    await compressByApi(page, fixture('terminal.png')),
    await compressByApi(page, fixture('city.png')),
    await compressByApi(page, tinyPng('tiny-1.png')),
    await compressByApi(page, tinyPng('tiny-2.png')),
  ];
  const saved = made.reduce(
    (sum, { originalSize, compressedSize = 0 }) => sum + originalSize - compressedSize,
    0,
  );
  // Compute the ratios from the sizes. `compressionRatio` is already rounded, and rounding it again could give a
  // different percentage.
  const ratios = made.map(({ originalSize, compressedSize = 0 }) => 1 - compressedSize / originalSize);
  const average = (ratios.reduce((sum, ratio) => sum + ratio, 0) / made.length) * 100;

  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome back, Noor', level: 1 })).toBeVisible();
  const stats = page.getByTestId('stats');
  await expect(stats.locator('dd').nth(0)).toHaveText('4');
  await expect(stats.locator('dd').nth(1)).toHaveText(sizeText(saved));
  await expect(stats.locator('dd').nth(2)).toHaveText(`${Math.round(average)}%`);
  await expect(stats.locator('dd').nth(3)).toHaveText(sizeText(saved));
  const activity = page.getByTestId('activity');
  await expect(activity).toContainText('resets at 00:00 UTC');
  await expect(activity).toContainText(/4\s*of 50 compressions/);
  await expect(activity).toContainText('8% of the daily limit used, 46 left today.');
  await expect(activity.locator('[data-testid=loom] [data-on]')).toHaveCount(4);

  // There is no alert, because all files were accepted.
  await expect(page.getByRole('alert')).toHaveCount(0);

  const recent = page.getByTestId('recent');
  await expect(recent.getByRole('listitem')).toHaveCount(3);
  await expect(recent.getByRole('listitem').first()).toContainText('tiny-2.png');
  await expect(recent).not.toContainText('terminal.png');
  await recent.getByRole('link', { name: 'View all' }).click();
  await expect(page).toHaveURL(/\/history$/);
  await expect(page.getByTestId('history-row')).toHaveCount(4);
});

test('the activity card of a Pro member has no large gaps between its lines of text', async ({ page }) => {
  await signUp(page);
  await subscribeByApi(page);
  await page.goto('/');
  const activity = page.getByTestId('activity');
  await expect(activity).toContainText('No daily limit with Pro.');
  for (const width of [1440, 820, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const gapsPx = await activity.evaluate((card) => {
      // Measure the text instead of the elements, whose boxes can be stretched.
      const texts = Array.from(card.children, (child) => {
        const range = document.createRange();
        range.selectNodeContents(child);
        return range.getBoundingClientRect();
      });
      const betweenPx = texts.slice(1).map((box, index) => box.top - (texts[index]?.bottom ?? 0));
      return [...betweenPx, card.getBoundingClientRect().bottom - (texts.at(-1)?.bottom ?? 0)];
    });
    expect(Math.max(...gapsPx)).toBeLessThanOrEqual(24);
  }
});

// Spec: 4.20
test('files selected on the dashboard are added to the compress screen', async ({ page }) => {
  await signUp(page);
  await page.goto('/');
  await expect(page.getByText('No compressions yet')).toBeVisible();
  await page.getByLabel('Images to compress').setInputFiles([fixture('terminal.png')]);
  await expect(page).toHaveURL(/\/compress$/);
  await new CompressPage(page).expectStatus('terminal.png', 'pending');
});

test('files rejected on the dashboard are listed by name even if the dashboard was opened from another page', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/history');
  await page.getByRole('link', { name: 'Gossamer', exact: true }).click();
  const heading = page.getByRole('heading', { name: 'Welcome' });
  await expect(heading).toBeVisible();
  const dataTransfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['x'], 'notes.txt', { type: 'text/plain' }));
    return data;
  });
  await heading.dispatchEvent('drop', { dataTransfer });
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText(/notes\.txt.*not a JPG/);
  await expect(page).toHaveURL('/');
});

// Spec: 2.6, 2.113, 2.114, 2.115, 2.116, 4.27, 6.7
test('the compression tool shows members their daily usage, a link to Pro and their newest results', async ({
  page,
}) => {
  await signUp(page);
  const compress = await new CompressPage(page).open();
  const activity = page.getByTestId('activity');
  await expect(activity).toContainText(/0\s*of 50 compressions/);
  await compress.add(fixture('terminal.png'));
  await compress.compress();
  await compress.expectStatus('terminal.png', 'completed');
  // The activity and the recent compressions must be updated without a reload.
  await expect(activity).toContainText(/1\s*of 50 compressions/);
  const recent = page.getByTestId('recent');
  await expect(recent).toContainText('terminal.png');
  await expect(page.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/checkout');
  await expect(page.getByTestId('upsell')).toHaveCount(0);
  await recent.getByRole('link', { name: 'View all' }).click();
  await expect(page).toHaveURL(/\/history$/);
});

// Spec: 7.49
test('the compression tool updates the daily usage when a pending compression is completed', async ({
  page,
}) => {
  await signUp(page);
  const compress = await new CompressPage(page).open();
  const activity = page.getByTestId('activity');
  await expect(activity).toContainText(/0\s*of 50 compressions/);
  // A hidden page does not refetch at intervals, so only the completed compression can trigger an update.
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }));
  await page.route('**/api/compress', async (route) => {
    const { id } = await compressByApi(page, fixture('terminal.png'));
    await route.fulfill({ status: 202, json: { compressionId: id, message: 'Accepted' } });
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await compress.add(fixture('terminal.png'));
  await compress.compress();
  await compress.expectStatus('terminal.png', 'completed');
  await expect(activity).toContainText(/1\s*of 50 compressions/);
  await expect(page.getByTestId('recent')).toContainText('terminal.png');
  const lastPoll = asked.findLastIndex((path) => path.startsWith('/api/compression/'));
  expect(lastPoll).toBeGreaterThan(-1);
  expect(asked.slice(lastPoll)).toEqual(expect.arrayContaining(['/api/compressions', '/api/stats']));
});

// Spec: 2.4, 2.71, 2.72, 2.73, 2.74, 2.75, 6.1
test('visitors see the landing page, and sign-up and Pro offers beside the compression tool', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByTestId('hero')).toBeVisible();
  await page.goto('/compress');
  await expect(page.getByText('Free, up to 50 a day.')).toBeVisible();
  for (const tick of ['Batch processing', 'Multiple formats', 'API access', 'Secure processing']) {
    await expect(page.getByRole('main').getByText(tick, { exact: true })).toBeVisible();
  }
  await expect(page.getByTestId('activity')).toHaveCount(0);
  const upsell = page.getByTestId('upsell');
  await expect(upsell).toContainText('$9');
  await expect(upsell.getByRole('link', { name: 'Get Pro' })).toHaveAttribute('href', '/pricing');
  await expect(upsell.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup');
  await page.getByRole('link', { name: 'Sign up to keep a history' }).click();
  await expect(page).toHaveURL(/\/signup$/);
});

// Spec: 1.7, 1.19, 2.8, 2.19, 2.133, 2.134, 2.135, 2.136, 2.137, 2.138, 2.150, 2.151, 2.152, 2.153
test('the checkout page compares the plans and lists use cases for Pro', async ({ page }) => {
  await page.goto('/checkout');
  await expect(page).toHaveTitle('Get Pro · Gossamer');
  const compressions = page.getByRole('row', { name: 'Compressions 50 a day Unlimited' });
  await expect(compressions).toBeVisible();
  for (const name of [
    'Max file size 50 MB 100 MB',
    'Files per batch 10 100',
    'Speed Standard Priority',
    'API with webhooks None Included',
    'Ads May appear No ads',
    'Support Email 24/7, priority',
  ]) {
    await expect(page.getByRole('row', { name, exact: true })).toBeVisible();
  }
  await expect(page.getByText('30-day money-back guarantee. Cancel anytime.')).toBeVisible();
  for (const name of ["Who it's for", 'What $9 a month buys', 'Technical details', 'Best practices']) {
    await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
  }
  await expect(page.getByRole('heading', { name: 'Publishers', level: 3 })).toBeVisible();
  await expect(
    page.getByTestId('payment').getByRole('heading', { name: 'Create your account' }),
  ).toBeVisible();
});
