import { CompressPage } from './compress-page.ts';
import { expect, test } from './test.ts';

type Launch = { files: { getFile(): Promise<File> }[] };

test('the installed app adds the images that the user opens with it', async ({ page }) => {
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
