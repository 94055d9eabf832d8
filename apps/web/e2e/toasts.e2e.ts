import type { Locator, Page } from '@playwright/test';
import { CompressPage, fixture, stopClock } from './compress-page.ts';
import { fillIn, someone } from './member.ts';
import { expect, test } from './test.ts';
import { advanceUntilToast, expectToast, toastOf } from './toasts.ts';

test.use({ expectedErrors: /Failed to load resource/ });

const colorOf = (text: Locator) => text.evaluate((element) => getComputedStyle(element).color);

/**
 * Opens the compress screen with a stopped clock. `fail` triggers a toast saying that the sample file could not be
 * loaded.
 */
async function openWithoutSample(page: Page): Promise<{ fail: () => Promise<void>; toast: Locator }> {
  await page.route('**/sample-image.png', (route) => route.abort());
  await page.clock.install();
  const compress = await new CompressPage(page).open();
  await stopClock(page);
  const press = () => compress.button('Try Sample File').click();
  const toast = toastOf(page);
  await press();
  await advanceUntilToast(page, 500);
  await page.clock.runFor(5_000);
  await expect(toast).toHaveCount(0);
  const fail = async () => {
    await press();
    await expect(toast).toContainText('The sample file could not be loaded.');
  };
  return { fail, toast };
}

// Spec: 4.42, 4.43, 4.44
test('default and destructive toasts are shown, and each toast replaces the previous one', async ({
  page,
}) => {
  await page.route(/\/(api\/compress|sample-image\.png)$/, (route) => route.abort());
  await page.clock.install();
  const compress = await new CompressPage(page).open();
  await compress.add(fixture('terminal.png'));
  await stopClock(page);
  const toast = toastOf(page);
  const title = toast.getByText(/^(Compression Failed|List cleared)$/);
  await compress.compressButton.click();
  await advanceUntilToast(page, 500);
  await expect(title).toHaveText('Compression Failed');
  await expect(toast).toHaveAttribute('data-variant', 'destructive');
  const alarming = await colorOf(title);

  await compress.button('Clear all').click();
  await expectToast(page, 'List cleared');
  await expect(toast).toHaveCount(1, { timeout: 500 });
  await expect(toast).toHaveAttribute('data-variant', 'default');
  expect(await colorOf(title)).not.toBe(alarming);

  await compress.button('Try Sample File').click();
  await expectToast(page, 'The sample file could not be loaded.');
  await expect(toast).toHaveCount(1, { timeout: 500 });
  await expect(toast).toHaveAttribute('data-variant', 'destructive');
});

// Spec: 8.6
test('a rejected login shows a destructive toast', async ({ page }) => {
  await page.goto('/login');
  const { email, password } = someone();
  await fillIn(page, { Email: email, Password: password });
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expectToast(page, 'Login Failed');
  await expect(toastOf(page)).toHaveAttribute('data-variant', 'destructive');
});

async function expectToGoAfterFiveSeconds(page: Page): Promise<void> {
  await page.clock.runFor(4_999);
  await expect(toastOf(page)).toHaveAttribute('data-state', 'open', { timeout: 500 });
  await page.clock.runFor(1);
  await expect(toastOf(page)).toHaveCount(0);
}

test.describe('a toast', () => {
  // Spec: 9.46
  test('closes after 5,000 ms', async ({ page }) => {
    const { fail } = await openWithoutSample(page);
    await fail();
    await expectToGoAfterFiveSeconds(page);
  });

  // Spec: 9.46
  test('closes after 5,000 ms even if the previous toast was closed manually', async ({ page }) => {
    const { fail, toast } = await openWithoutSample(page);
    await fail();
    await toast.getByRole('button', { name: 'Close' }).click();
    await expect(toast).toHaveCount(0);
    await fail();
    await expectToGoAfterFiveSeconds(page);
  });
});

/** Swipes a toast horizontally. A negative distance swipes to the left. */
async function swipe(page: Page, toast: Locator, distancePx: number): Promise<void> {
  const box = await toast.boundingBox();
  if (!box) throw new Error('The toast is not visible');
  const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + distancePx, y, { steps: 5 });
  await page.mouse.up();
}

// Spec: 9.47, 9.48
test('a toast closes when it is swiped more than 50 px to the right', async ({ page }) => {
  const { fail, toast } = await openWithoutSample(page);
  await fail();
  await swipe(page, toast, -120);
  await expect(toast).toHaveAttribute('data-state', 'open', { timeout: 500 });
  await swipe(page, toast, 50);
  await expect(toast).toHaveAttribute('data-swipe', 'cancel', { timeout: 500 });
  await expect(toast).toHaveAttribute('data-state', 'open', { timeout: 500 });
  await swipe(page, toast, 51);
  await expect(toast).toHaveCount(0);
});

// Spec: 9.49
test('F8 focuses the toast region, and Tab focuses the toast', async ({ page }) => {
  const { fail, toast } = await openWithoutSample(page);
  await fail();
  const region = page.getByRole('region', { name: 'Notifications (F8)' });
  await expect(region.locator('ol')).not.toBeFocused();
  await page.keyboard.press('F8');
  await expect(region.locator('ol')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(toast).toBeFocused();
});
