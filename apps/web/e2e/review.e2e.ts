import { photoWithPattern } from '@gossamer/testkit/images';
import { CompressPage, fixture } from './compress-page.ts';
import { expect, test } from './test.ts';

const pattern = async (name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await photoWithPattern({ widthPx: 2400, heightPx: 1600 }),
});

test('images of which one part looks worse are reviewed by keyboard', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  await compress.add(await pattern('first.jpg'), fixture('waterfall.jpg'), await pattern('second.jpg'));
  await compress.compress();
  const notice = page.getByTestId('review-notice');
  await expect(notice).toContainText('2 of 3 images deserve a look.');
  await notice.getByRole('button', { name: 'Review' }).click();

  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Image 1 of 2');
  const actions = dialog.getByTestId('review-actions');
  await expect(actions).toContainText('Most visible difference');
  // The outlined part is shown at actual size, and the divider crosses it.
  await expect(dialog.getByRole('button', { name: '100%. Press for actual size.' })).toBeVisible();
  const outline = await dialog.getByTestId('outline').boundingBox();
  const divider = await dialog.getByTestId('divider').boundingBox();
  expect(outline?.width).toBeCloseTo(192 / (await page.evaluate(() => window.devicePixelRatio)), 0);
  const middle = (divider?.x ?? 0) + (divider?.width ?? 0) / 2;
  expect(Math.abs(middle - (outline?.x ?? 0) - (outline?.width ?? 0) / 2)).toBeLessThan(3);

  const score = () => actions.getByText(/^Score of this part/).textContent();
  const before = await score();
  await page.keyboard.press('b');
  await expect(actions.getByRole('button', { name: 'Keep' })).toBeDisabled();
  await expect(actions.getByRole('button', { name: 'Keep' })).toBeEnabled({ timeout: 60_000 });
  expect(await score()).not.toBe(before);
  await expect(dialog.getByRole('slider', { name: 'Quality' })).toHaveValue('95');

  // Keeping a result leads to the next image, and after the last one back to the list.
  await page.keyboard.press('k');
  await expect(dialog).toContainText('Image 2 of 2');
  await page.keyboard.press('k');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Review finished').first()).toBeVisible();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(compress.rows).toHaveCount(3);
  await expect(notice).toHaveCount(0);
});

test('a review keeps the zoom while an image is compressed again', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  await compress.add(await pattern('only.jpg'));
  await compress.compress();
  await page.getByTestId('review-notice').getByRole('button', { name: 'Review' }).click();
  const dialog = page.getByRole('dialog');
  const actualSize = dialog.getByRole('button', { name: '100%. Press for actual size.' });
  await expect(actualSize).toBeVisible();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/again', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('0');
  await expect(actualSize).toHaveCount(0);
  await page.keyboard.press('b');
  await expect(dialog.getByRole('button', { name: 'Keep' })).toBeDisabled();
  await expect(actualSize).toHaveCount(0);
  release();
  // The new result is shown at the part that differs most now.
  await expect(actualSize).toBeVisible({ timeout: 60_000 });
});

test('a review can be interrupted', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  await compress.add(await pattern('only.jpg'));
  await compress.compress();
  const notice = page.getByTestId('review-notice');
  await expect(notice).toContainText('This image deserves a look.');
  await notice.getByRole('button', { name: 'Review' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Smaller file' }).click();
  await expect(dialog.getByRole('slider', { name: 'Quality' })).toHaveValue('70');
  const goBack = dialog.getByRole('button', { name: 'Go back' });
  await expect(goBack).toBeVisible({ timeout: 60_000 });
  await goBack.click();
  await expect(dialog.getByRole('slider', { name: 'Quality' })).toHaveValue('85');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  // The button that opened the review has been replaced, so that the list has the focus.
  await expect(page.getByRole('region', { name: 'Files' })).toBeFocused();
  await expect(notice).toContainText('This image deserves a look.');

  // Other comparisons show the whole image.
  await compress.row('only.jpg').getByRole('button', { name: 'Compare only.jpg' }).first().click();
  await expect(dialog.getByTestId('divider')).toBeVisible();
  await expect(dialog.getByTestId('review-actions')).toHaveCount(0);
  await expect(dialog.getByTestId('outline')).toHaveCount(0);
});
