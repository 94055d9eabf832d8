import type { Page } from '@playwright/test';
import { CompressPage, catchUp, fixture, stopClock } from './compress-page.ts';
import { expect, test } from './test.ts';

test.use({ expectedErrors: /Failed to load resource/ });

/** Uploads a file and mocks a response with status 202. Resolves when the page has received the response. */
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
  // Abort requests for the list of compressions, which the page also sends while a compression is pending. Otherwise,
  // the list could report the end of the compression before the polls do.
  await page.route('**/api/compressions', (route) => route.abort());
  await stopClock(page);
  const waiting = page.waitForRequest('**/api/compressions');
  await compress.compressButton.click();
  await waiting;
  await catchUp(page);
  return compress;
}

/**
 * Responds to the first `pollCount` polls with the status `processing`. Resolves with a function that returns the
 * number of polls so far.
 */
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

/** Expects that the next poll happens after exactly one second. */
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

test('a compression is polled once a second until it ends', async ({ page }) => {
  const polls = await holdBack(page, 3);
  const compress = await sendOne(page);
  for (let count = 0; count < 3; count++) await expectPoll(page, polls);
  await compress.expectStatus('terminal.png', 'processing');
  await expectPoll(page, polls);
  await compress.expectStatus('terminal.png', 'completed');
});

test('polling stops after thirty attempts if a compression does not end', async ({ page }) => {
  const polls = await holdBack(page, 1_000);
  const compress = await sendOne(page);
  for (let count = 0; count < 30; count++) await expectPoll(page, polls);
  await compress.expectStatus('terminal.png', 'failed');
  await page.clock.runFor(2_000);
  await catchUp(page);
  expect(polls()).toBe(30);
  await expect(compress.row('terminal.png')).toContainText('Failed to get compression status');
});
