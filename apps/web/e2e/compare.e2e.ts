import type { Locator, Page } from '@playwright/test';
import { CompressPage, fixture } from './compress-page.ts';
import { expect, failedAnswer, test } from './test.ts';

const divider = (dialog: Locator) => dialog.getByRole('slider', { name: 'Show more of the original' });

/** Compresses two files and opens the comparison of the first file. */
async function openCompare(
  page: Page,
): Promise<{ compress: CompressPage; dialog: Locator; slider: Locator }> {
  const compress = await new CompressPage(page).open();
  await compress.add(fixture('city.png'), fixture('terminal.png'));
  await compress.compress();
  await compress.expectStatus('terminal.png', 'completed');
  await compress.button('Compare city.png').click();
  const dialog = page.getByRole('dialog', { name: 'Compare city.png' });
  await expect(dialog).toBeVisible();
  await expectShown(dialog);
  return { compress, dialog, slider: divider(dialog) };
}

async function expectShown(dialog: Locator): Promise<void> {
  for (const name of [/, original$/, /, compressed$/]) {
    const image = dialog.getByRole('img', { name });
    await expect
      .poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
      .toBeGreaterThan(0);
  }
}

const zoom = (dialog: Locator): Locator => dialog.getByRole('button', { name: /Press for actual size\.$/ });

test.describe('the comparison', () => {
  test.use({ expectedErrors: failedAnswer });

  for (const language of ['en', 'ar']) {
    test(`labels both sides in their corners without horizontal overflow: ${language}`, async ({ page }) => {
      await page.goto(`/compress?lang=${language}`);
      const compress = new CompressPage(page);
      await page.locator('input[type=file]').first().setInputFiles(fixture('terminal.png'));
      await page.getByTestId('action-bar').getByRole('button').last().click();
      await compress.expectStatus('terminal.png', 'completed');
      await compress.row('terminal.png').locator('button:visible').first().click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.locator('[data-testid=stage][aria-busy=false]')).toBeVisible();
      const middle = (await box(dialog.getByTestId('divider'))).left;
      const plate = (side: string) => box(dialog.locator(`[data-side=${side}]`).getByTestId('image-label'));
      const original = await plate('original');
      expect(original.left + original.width).toBeLessThan(middle);
      expect((await plate('result')).left).toBeGreaterThan(middle);
      const { scrollWidth, clientWidth } = await dialog.evaluate(({ scrollWidth, clientWidth }) => ({
        scrollWidth,
        clientWidth,
      }));
      expect(scrollWidth).toBe(clientWidth);
    });
  }

  test('shows both sides with their format and size', async ({ page, isMobile }) => {
    const { dialog } = await openCompare(page);
    await expect(dialog).toContainText('Image 1 of 2');
    await expect(dialog).toContainText(/\d+\.\d\d KB-\d+%/);
    await expect(dialog).toContainText(/Score: \d+ of 100\./);
    if (isMobile) await expect(dialog.getByText('Original: 481.53 KB')).toBeVisible();
    else {
      await expect(dialog.getByText('576 × 576 pixels, 0.3 megapixels')).toBeVisible();
      // Hiding the details, which cover part of the image, also hides them for the next image.
      const anyDialog = page.getByRole('dialog');
      const details = anyDialog.getByRole('button', { name: 'Details' });
      const score = anyDialog.getByText(/Score: \d+ of 100\./);
      await details.click();
      await expect(score).toBeHidden();
      await anyDialog.getByRole('button', { name: 'Next image' }).click();
      await expect(anyDialog).toContainText('Image 2 of 2');
      await expect(score).toBeHidden();
      await anyDialog.getByRole('button', { name: 'Previous image' }).click();
      await details.click();
      await expect(score).toBeVisible();
    }
    const { left: middle } = await box(dialog.getByTestId('divider'));
    for (const [name, isBefore] of [
      ['Original', true],
      ['Gossamer', false],
    ] as const) {
      const { left } = await box(dialog.getByTestId('image-label').filter({ hasText: name }));
      expect(left < middle).toBe(isBefore);
    }
  });

  test('moves the divider by keyboard, click and drag', async ({ page }) => {
    const { dialog, slider } = await openCompare(page);
    await expect(slider).toBeFocused();
    await expect(slider).toHaveValue('50');
    await page.keyboard.press('ArrowRight');
    await expect(slider).toHaveValue('51');
    await page.keyboard.press('Shift+ArrowLeft');
    await expect(slider).toHaveValue('41');
    await page.keyboard.press('Home');
    await expect(slider).toHaveValue('0');
    await expect(slider).toHaveAttribute('aria-valuetext', 'Original: 0% of the width');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    await expect(slider).toHaveValue('100');

    const stage = await box(dialog.getByTestId('stage'));
    const y = stage.top + stage.height * 0.3;
    await page.mouse.click(stage.left + stage.width * 0.2, y);
    await expect(slider).toHaveValue('20');
    await page.mouse.move(stage.left + stage.width * 0.2, y);
    await page.mouse.down();
    await page.mouse.move(stage.left + stage.width * 0.7, y, { steps: 4 });
    await page.mouse.up();
    await expect(slider).toHaveValue('70');
  });

  test('does not move the divider when arrow keys move the quality slider', async ({ page }) => {
    const { dialog, slider } = await openCompare(page);
    const quality = dialog.getByRole('slider', { name: 'Quality' });
    const before = Number(await quality.inputValue());
    await quality.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect(Number(await quality.inputValue())).toBeLessThan(before);
    await expect(slider).toHaveValue('50');
    await expect(dialog.getByRole('button', { name: 'Keep new' })).toBeVisible();
  });

  test('zooms by keyboard, wheel and buttons, and pans both sides together', async ({ page }) => {
    const { dialog } = await openCompare(page);
    await page.keyboard.press('1');
    await expect(zoom(dialog)).toHaveText('100%');
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('+');
    await expect(zoom(dialog)).toHaveText('300%');
    const original = dialog.getByRole('img', { name: /, original$/ });
    const result = dialog.getByRole('img', { name: /, compressed$/ });
    await expect(original).toHaveCSS('image-rendering', 'pixelated');

    const stage = await box(dialog.getByTestId('stage'));
    const at = { x: stage.left + stage.width * 0.25, y: stage.top + stage.height * 0.4 };
    const before = await box(original);
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x + 30, at.y + 20, { steps: 3 });
    await page.mouse.up();
    const after = await box(original);
    expect(Math.round(after.left - before.left)).toBe(30);
    expect(Math.round(after.top - before.top)).toBe(20);
    expect(await box(result)).toEqual(after);

    await page.mouse.wheel(0, -2_000);
    await expect(zoom(dialog)).toHaveText('800%');
    await dialog.getByRole('button', { name: 'Zoom out' }).click();
    await expect(zoom(dialog)).toHaveText('600%');
    await zoom(dialog).click();
    await expect(zoom(dialog)).toHaveText('100%');
    await page.keyboard.press('0');
    const fitted = await box(result);
    expect(fitted.width).toBeLessThanOrEqual(stage.width);
    expect(fitted.height).toBeLessThanOrEqual(stage.height);
  });

  test('steps through the files and restores the focus when closed', async ({ page }) => {
    const { compress, dialog } = await openCompare(page);
    await expect(dialog.getByRole('button', { name: 'Previous image' })).toBeDisabled();
    await page.keyboard.press('Alt+ArrowRight');
    const second = page.getByRole('dialog', { name: 'Compare terminal.png' });
    await expect(second).toContainText('Image 2 of 2');
    await expectShown(second);
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(dialog).toContainText('Image 1 of 2');
    const { fileName } = await compress.download(dialog.getByRole('button', { name: 'Download city.png' }));
    expect(fileName).toMatch(/^compressed_city\./);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(compress.button('Compare city.png')).toBeFocused();
    await expect(page).toHaveURL(/\/compress/);
  });

  test('shows only the original when the result cannot be loaded', async ({ page }) => {
    const compress = await new CompressPage(page).open();
    await compress.add(fixture('terminal.png'));
    await compress.compress();
    await page.route('**/compressed/**', (route) =>
      route.fulfill({ status: 410, json: { code: 'result_expired', message: 'Gone.' } }),
    );
    await compress.button('Compare terminal.png').click();
    const dialog = page.getByRole('dialog', { name: 'Compare terminal.png' });
    await expect(dialog.getByRole('alert')).toContainText('Only the original is shown.');
    await expect(dialog.getByRole('img', { name: 'terminal.png, original' })).toBeVisible();
    await expect(divider(dialog)).toBeHidden();
    await page.keyboard.press('1');
    await expect(zoom(dialog)).toHaveText('100%');
  });
});

test('the comparison’s buttons stay inside the viewport and measure at least 24 px', async ({ page }) => {
  const { dialog } = await openCompare(page);
  const { left, width } = await box(dialog);
  for (const button of await dialog.getByRole('button').all()) {
    const edges = await box(button);
    expect(edges.left).toBeGreaterThanOrEqual(left);
    expect(edges.left + edges.width).toBeLessThanOrEqual(left + width);
    expect(Math.min(edges.width, edges.height)).toBeGreaterThanOrEqual(24);
  }
});

function box(locator: Locator): Promise<{ left: number; top: number; width: number; height: number }> {
  return locator.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { left, top, width, height };
  });
}
