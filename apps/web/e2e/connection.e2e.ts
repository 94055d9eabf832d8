import type { CDPSession, Page } from '@playwright/test';
import { CompressPage, fixture } from './compress-page.ts';
import { expect, failedAnswer, test } from './test.ts';
import { expectToast } from './toasts.ts';

const names = ['one.png', 'two.png', 'three.png', 'four.png', 'five.png'];
const images = (sources = names) => sources.map((name) => fixture('terminal.png', name));

type Network = { isOnline: boolean; bytesPerSecond: number; latencyMs?: number };

function setNetwork(session: CDPSession, { isOnline, bytesPerSecond, latencyMs = 0 }: Network) {
  return session.send('Network.emulateNetworkConditions', {
    offline: !isOnline,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

/** Calls `then` when the page starts its `nth` upload. */
async function onUpload(page: Page, nth: number, then: () => Promise<void> | void): Promise<void> {
  let seen = 0;
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/compress')) return;
    seen += 1;
    if (seen === nth) void then();
  });
}

function isWholeInParent(element: Element): boolean {
  const parent = element.parentElement;
  return parent !== null && parent.scrollWidth <= parent.clientWidth;
}

test.describe('an interrupted connection', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|ERR_NETWORK/ });

  test('pauses a batch, which resumes when the connection returns', async ({ page, context }) => {
    const compress = await new CompressPage(page).open();
    await compress.add(...images());
    await onUpload(page, 3, () => context.setOffline(true));
    await compress.compressButton.click();
    const lost = compress.rows.getByText('Connection lost, retrying').first();
    await expect(lost).toBeVisible();
    // The error message may wrap but must not be truncated.
    expect(await lost.evaluate(isWholeInParent)).toBe(true);
    await context.setOffline(false);
    await expectToast(page, 'Compression Complete', `${names.length} images`);
    for (const name of names) await compress.expectStatus(name, 'completed');
  });

  test('does not cause a batch to fail, even if the connection is lost repeatedly', async ({
    page,
    context,
  }) => {
    const compress = await new CompressPage(page).open();
    await compress.add(...images());
    await expect(compress.rows).toHaveCount(names.length);
    await context.setOffline(true);
    await compress.compressButton.click();
    await expect(compress.rows.filter({ hasText: 'Connection lost, retrying' }).first()).toBeVisible();
    for (const isOffline of [false, true, false, true, false]) {
      // After 400 ms, the five files are in different states: uploading, waiting for a response, and being polled.
      await page.waitForTimeout(400);
      await context.setOffline(isOffline);
    }
    for (const name of names) await compress.expectStatus(name, 'completed');
  });

  test('delays a tooltip until a retry loads its code, and leaves the page intact', async ({ page }) => {
    const compress = await new CompressPage(page).open();
    await compress.add(...images(['one.png']));
    await page.route('**/tooltip-bubble*', (route) => route.abort('connectionreset'), { times: 1 });
    const failure = page.waitForEvent('requestfailed');
    await compress.button('Remove one.png').hover();
    await failure;
    await expect(compress.row('one.png')).toBeVisible();
    await expect(page.locator('[data-tooltip-bubble]')).toHaveText('Remove one.png');
  });

  test('keeps results available for download after the connection returns', async ({ page, context }) => {
    const compress = await new CompressPage(page).open();
    await compress.add(...images(['one.png']));
    await compress.compressButton.click();
    await expectToast(page, 'Compression Complete', 'Your image');
    await context.setOffline(true);
    await compress.button('Download one.png').click();
    await expectToast(page, 'Download Failed');
    await compress.expectStatus('one.png', 'completed');
    await context.setOffline(false);
    const { bytes } = await compress.download(compress.button('Download one.png'));
    expect(bytes.length).toBeGreaterThan(0);
  });
});

test('an upload over a slow connection shows its progress and completes', async ({ page, context }) => {
  const compress = await new CompressPage(page).open();
  await compress.add(fixture('city.png'));
  const network = await context.newCDPSession(page);
  // Emulate slow 3G: 400 ms latency, 50 KB per second.
  await setNetwork(network, { isOnline: true, bytesPerSecond: 50_000, latencyMs: 400 });
  await compress.compressButton.click();
  await expect(compress.row('city.png')).toContainText(/Uploading, [1-9]\d?%/);
  await expectToast(page, 'Compression Complete', 'Your image');
  await compress.expectStatus('city.png', 'completed');
});

test.describe('a server error', () => {
  test.use({ expectedErrors: failedAnswer });

  // Spec: 2.107, 8.17
  test('causes only one file of a batch to fail, and the file can be retried', async ({ page }) => {
    const compress = await new CompressPage(page).open();
    await compress.add(...images());
    let uploads = 0;
    await page.route('**/api/compress', async (route) => {
      uploads += 1;
      if (uploads !== 2) return route.continue();
      return route.fulfill({ status: 500, json: { code: 'internal', message: 'Something went wrong.' } });
    });
    await compress.compressButton.click();
    await expectToast(page, '4 of 5 compressed, 1 failed', '1 of 5 images could not be compressed');
    const failed = compress.page.locator('[data-status=failed]');
    await expect(failed).toHaveCount(1);
    await expect(failed).toContainText('Something went wrong on our side. Please try again.');
    await expect(compress.page.locator('[data-status=completed]')).toHaveCount(names.length - 1);
    await expect(compress.button('Download all')).toBeEnabled();

    await failed.getByRole('button', { name: /^Try .+ again$/ }).click();
    await expectToast(page, 'Compression Complete', 'Your image has been compressed');
    await expect(compress.page.locator('[data-status=completed]')).toHaveCount(names.length);
    const { fileName } = await compress.download(compress.button('Download all'));
    expect(fileName).toMatch(/\.zip$/);
  });
});
