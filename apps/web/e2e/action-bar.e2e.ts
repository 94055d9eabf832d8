import type { Page } from '@playwright/test';
import { CompressPage, fixture } from './compress-page.ts';
import { expect, test } from './test.ts';

const ten = Array.from({ length: 10 }, (_, n) => fixture('terminal.png', `image-${n}.png`));

/** Returns whether the buttons of the action bar are completely inside the window. */
async function isInView(page: Page): Promise<boolean> {
  const { height = 0 } = page.viewportSize() ?? {};
  const boxes = await Promise.all(
    (await page.getByTestId('action-bar').getByRole('button').all()).map((button) => button.boundingBox()),
  );
  return boxes.every((box) => box !== null && box.y >= 0 && box.y + box.height <= height);
}

test('the action bar stays in view and shows the progress and the savings', async ({ page }) => {
  const size = page.viewportSize();
  if (size && size.width > 768) await page.setViewportSize({ width: 1_366, height: 700 });
  const compress = await new CompressPage(page).open();
  await compress.add(...ten);
  await expect(compress.rows).toHaveCount(10);
  expect(await isInView(page)).toBe(true);
  await compress.compressButton.click();
  const bar = page.getByTestId('action-bar');
  await expect(bar).toContainText(/Processing \(\d+\/10\)/);
  await expect(bar).toContainText(/10 images, .* saved, \d+% smaller/, { timeout: 90_000 });
  // The bar and the header show the same percentage.
  const percentOf = async (testId: string) =>
    /\d+%/.exec((await page.getByTestId(testId).textContent()) ?? '')?.[0];
  expect(await percentOf('action-bar')).toBe(await percentOf('totals'));
  expect(await isInView(page)).toBe(true);
  // If the page is scrolled to its end, the action bar does not cover the last row.
  const last = compress.row('image-9.png');
  await last.getByRole('button', { name: 'Download image-9.png' }).focus();
  await last.scrollIntoViewIfNeeded();
  const [row, over] = [await last.boundingBox(), await bar.boundingBox()];
  expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual((over?.y ?? 0) + 2);
});

test('the toast after a compression states how much was saved', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  await compress.add(fixture('waterfall.jpg'));
  await compress.compressButton.click();
  const toast = page.getByText(/compressed successfully! .* saved\./);
  await expect(toast.first()).toBeVisible({ timeout: 90_000 });
});
