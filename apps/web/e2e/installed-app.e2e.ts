import type { Page } from '@playwright/test';
import { CompressPage } from './compress-page.ts';
import { becomeAlive, expect, test } from './test.ts';

type Launch = { files: { getFile(): Promise<File> }[] };

/** Makes the page believe that it runs as an installed app, which a test cannot install. */
async function pretendInstalled(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const original = window.matchMedia.bind(window);
    window.matchMedia = (query) => original(query === '(display-mode: standalone)' ? 'all' : query);
  });
}

/** Sends a form to /share as the operating system does when the user shares images with the installed app. */
async function share(page: Page, names: string[]): Promise<void> {
  await page.evaluate(async (names) => {
    const image = await (await fetch('/sample-image.png')).blob();
    const files = new DataTransfer();
    for (const name of names) files.items.add(new File([image], name, { type: 'image/png' }));
    const form = Object.assign(document.createElement('form'), {
      method: 'post',
      enctype: 'multipart/form-data',
      action: '/share',
    });
    const input = Object.assign(document.createElement('input'), {
      type: 'file',
      name: 'images',
      multiple: true,
    });
    input.files = files.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }, names);
}

test('the installed app adds the images that the user opens with it', async ({ page }) => {
  await pretendInstalled(page);
  // Browsers fill the launch queue only in installed apps, so the test takes the place of the browser.
  await page.addInitScript(() => {
    const opened = (async () => {
      const response = await fetch('/sample-image.png');
      return new File([await response.blob()], 'opened.png', { type: 'image/png' });
    })();
    const setConsumer = (consume: (launch: Launch) => void) =>
      consume({ files: [{ getFile: () => opened }] });
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer } });
  });
  const compress = await new CompressPage(page).open();
  await compress.expectStatus('opened.png', 'pending');
  await expect(compress.rows).toHaveCount(1);
});

test('the service worker passes images that the user shares with the installed app to the page', async ({
  page,
}) => {
  await pretendInstalled(page);
  const compress = await new CompressPage(page).open();
  const isReady = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/share'))?.active?.state);
  await expect.poll(isReady).toBe('activated');
  // If the service worker did not handle the request, the gateway would redirect to its page at /share.
  await share(page, ['Übung 1 & 50%.png', 'b.png']);
  await expect(page).toHaveURL('/compress');
  await compress.expectStatus('b.png', 'pending');
  await expect(compress.rows).toHaveCount(2);
  await expect(compress.rows.filter({ hasText: 'Übung 1' })).toHaveCount(1);

  // The copies are deleted, so a reload does not add the images again.
  await page.reload();
  await becomeAlive(page);
  expect(await page.evaluate(async () => (await (await caches.open('shared-images')).keys()).length)).toBe(0);
  await expect(compress.rows).toHaveCount(0);
});

test('a page says that shared images did not arrive if the service worker is missing', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  await share(page, ['a.png']);
  await expect(page).toHaveURL('/share');
  await expect(page.getByRole('heading', { name: 'The shared images did not arrive' })).toBeVisible();
  await page.getByRole('link', { name: 'Choose images' }).click();
  await expect(page).toHaveURL('/compress');
  await expect(compress.rows).toHaveCount(0);
});
