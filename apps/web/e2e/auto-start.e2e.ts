import { readFileSync } from 'node:fs';
import type { JSHandle, Page } from '@playwright/test';
import { CompressPage, fixture, recordForms } from './compress-page.ts';
import { imagesIn } from './read-zip.ts';
import { expect, test } from './test.ts';

const city = new URL('./fixtures/city.png', import.meta.url);
const heroDrop = (page: Page) => page.getByTestId('hero-drop');
const autoStart = (page: Page) =>
  page.getByRole('checkbox', { name: 'Compress as soon as images are added' });

test.use({ isAutoStartOff: false });

/** Returns drag-and-drop or clipboard data with one copy of the fixture image per name. */
function citiesOf(page: Page, names = ['city.png']): Promise<JSHandle<DataTransfer>> {
  return page.evaluateHandle(
    ({ bytes, names }) => {
      const data = new DataTransfer();
      for (const name of names) {
        data.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }));
      }
      return data;
    },
    { bytes: [...readFileSync(city)], names },
  );
}

async function dropCity(page: Page, selector: string, names?: string[]): Promise<void> {
  const dataTransfer = await citiesOf(page, names);
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.locator(selector).dispatchEvent(type, { dataTransfer });
}

test('images are compressed automatically after the first compression, until the user disables this', async ({
  page,
}) => {
  const compress = await new CompressPage(page).open();
  await expect(autoStart(page)).not.toBeChecked();
  await compress.add(fixture('city.png', 'first.png'));
  await compress.expectStatus('first.png', 'pending');
  await compress.compress();
  await compress.expectStatus('first.png', 'completed');

  await compress.add(fixture('city.png', 'second.png'));
  await compress.expectStatus('second.png', 'completed');

  await page.reload();
  await compress.add(fixture('city.png', 'third.png'));
  await compress.expectStatus('third.png', 'completed');

  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  if (isPhone) await page.getByRole('button', { name: /Settings$/ }).click();
  await autoStart(page).uncheck();
  if (isPhone) await compress.button('Done').click();
  await compress.add(fixture('city.png', 'fourth.png'));
  await compress.expectStatus('fourth.png', 'pending');
});

test('an image dropped on the landing page is compressed on /compress', async ({ page }) => {
  await page.goto('/');
  await dropCity(page, '[data-testid=hero]');
  await expect(page).toHaveURL(/\/compress$/);
  await new CompressPage(page).expectStatus('city.png', 'completed');
});

test('an image dropped on the landing page is compressed and can be downloaded with one click', async ({
  page,
}) => {
  await page.goto('/');
  await dropCity(page, '[data-testid=hero]');
  const compress = new CompressPage(page);
  const download = page.getByTestId('action-bar').getByRole('button', { name: 'Download', exact: true });
  await expect(download).toBeEnabled();
  const { fileName, bytes } = await compress.download(download);
  expect(fileName).toMatch(/city\.webp$/);
  expect(bytes.length).toBeLessThan(readFileSync(city).length);
});

test('ten images dropped on the landing page are compressed and can be downloaded with one click', async ({
  page,
}) => {
  await page.goto('/');
  const names = Array.from({ length: 10 }, (_, n) => `city-${n}.png`);
  await dropCity(page, '[data-testid=hero]', names);
  const compress = new CompressPage(page);
  for (const name of names) await compress.expectStatus(name, 'completed');
  const download = page.getByTestId('action-bar').getByRole('button', { name: 'Download all' });
  const { bytes } = await compress.download(download);
  const files = [...imagesIn(bytes).values()];
  expect(files).toHaveLength(10);
  for (const { length } of files) expect(length).toBeLessThan(readFileSync(city).length);
});

test('images pasted on the landing page are compressed and can be saved with one keyboard shortcut', async ({
  page,
}) => {
  await page.goto('/');
  const names = ['first.png', 'second.png'];
  const clipboard = await citiesOf(page, names);
  // Dispatch the paste event manually, because Playwright cannot put files on the clipboard.
  await clipboard.evaluate((clipboardData) => {
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  const compress = new CompressPage(page);
  for (const name of names) await compress.expectStatus(name, 'completed');
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')]);
  const files = [...imagesIn(readFileSync(await file.path())).values()];
  expect(files).toHaveLength(2);
  for (const { length } of files) expect(length).toBeLessThan(readFileSync(city).length);
});

test('an image selected on the landing page is compressed with the remembered settings', async ({ page }) => {
  const sentForms = await recordForms(page);
  const compress = await new CompressPage(page).open();
  await page.getByRole('radio', { name: 'Same as input' }).check();
  await page.goto('/');
  const [picker] = await Promise.all([
    page.waitForEvent('filechooser'),
    heroDrop(page).getByRole('button', { name: 'Choose images' }).click(),
  ]);
  await picker.setFiles(fixture('city.png'));
  await compress.expectStatus('city.png', 'completed');
  expect(await sentForms()).toEqual([{ quality: '85', format: 'same' }]);
  await expect(compress.row('city.png')).toContainText('PNG');
});

test.describe('with automatic compression turned off', () => {
  test.use({ isAutoStartOff: true });

  test('an image dropped on the landing page stays pending on /compress', async ({ page }) => {
    await page.goto('/');
    await dropCity(page, '[data-testid=hero-drop]');
    await expect(page).toHaveURL(/\/compress$/);
    await new CompressPage(page).expectStatus('city.png', 'pending');
  });
});
