import type { Page } from '@playwright/test';
import { CompressPage, catchUp, fixture, stopClock } from './compress-page.ts';
import { expect, test } from './test.ts';

test.use({ expectedErrors: /Failed to load resource/ });

/** One file, of which the answer to its upload says only that it was taken; resolves when that has come. */
async function sendOne(page: Page): Promise<CompressPage> {
  await page.clock.install();
  const compress = await new CompressPage(page).open();
  await compress.add(fixture('terminal.png'));
  await page.route('**/api/compress', async (route) => {
    const { compressionId } = await (await route.fetch()).json();
    const readStatus = async () =>
      (await (await page.request.get(`/api/compression/${compressionId}`)).json()).status;
    await expect.poll(readStatus).toBe('completed');
    await route.fulfill({ status: 202, json: { compressionId, message: '' } });
  });
  // The list would tell the end as well. It is asked for as soon as there is an end to wait for.
  await page.route('**/api/compressions', (route) => route.abort());
  await stopClock(page);
  const waiting = page.waitForRequest('**/api/compressions');
  await compress.compressButton.click();
  await waiting;
  await catchUp(page);
  return compress;
}

/** Answers the first polls as if the work were not done. */
async function holdBack(page: Page, pollCount: number): Promise<() => number> {
  let count = 0;
  await page.route('**/api/compression/*', async (route) => {
    count++;
    if (count > pollCount) return route.continue();
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), status: 'processing' } });
  });
  return () => count;
}

/** The next poll comes after a second, and not sooner. */
async function expectPoll(page: Page, polls: () => number): Promise<void> {
  const before = polls();
  await page.clock.runFor(999);
  await catchUp(page);
  expect(polls()).toBe(before);
  const answered = page.waitForResponse('**/api/compression/*');
  await page.clock.runFor(1);
  await (await answered).finished();
  await catchUp(page);
  expect(polls()).toBe(before + 1);
}

test('what is under way is asked after once a second until it is done', async ({ page }) => {
  const polls = await holdBack(page, 3);
  const compress = await sendOne(page);
  for (let count = 0; count < 3; count++) await expectPoll(page, polls);
  await compress.expectStatus('terminal.png', 'processing');
  await expectPoll(page, polls);
  await compress.expectStatus('terminal.png', 'completed');
});

test('what does not end is asked after thirty times, and then given up', async ({ page }) => {
  const polls = await holdBack(page, 1_000);
  const compress = await sendOne(page);
  for (let count = 0; count < 30; count++) await expectPoll(page, polls);
  await compress.expectStatus('terminal.png', 'failed');
  await page.clock.runFor(2_000);
  await catchUp(page);
  expect(polls()).toBe(30);
  await expect(compress.row('terminal.png')).toContainText('Failed to get compression status');
});
