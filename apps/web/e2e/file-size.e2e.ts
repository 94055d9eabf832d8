import type { Page } from '@playwright/test';
import { CompressPage, fixture, formatOf } from './compress-page.ts';
import { expect, test } from './test.ts';

const field = (page: Page, name: string) => page.getByLabel(`${name} (KB)`, { exact: true });

test('the result does not exceed the maximum file size, and its row shows the size and the quality', async ({
  page,
}) => {
  const compress = await new CompressPage(page).open();
  await compress.button('File size').click();
  await field(page, 'At most').fill('40');
  await compress.add(fixture('waterfall.jpg'));
  await compress.compress();
  const row = compress.row('waterfall.jpg');
  await expect(row).toContainText(/\d\d\.\d\d KB of 40/);
  await expect(row).toContainText(/from .* · (excellent|very good|good|fair)/);
  const { bytes } = await compress.download(row.getByRole('button', { name: /^Download/ }));
  expect(bytes.length).toBeLessThanOrEqual(40_000);
  expect(bytes.length).toBeGreaterThan(36_000);
  // After a reload, the row still shows the size of the result and the maximum size.
  await page.reload();
  await expect(compress.row('waterfall.jpg')).toContainText(/\d\d\.\d\d KB of 40/);
});

test("the preset 'Exam form' sets a range of file sizes and the format JPEG", async ({ page }) => {
  const compress = await new CompressPage(page).open();
  await compress.button('File size').click();
  await compress.button('Exam form').click();
  await expect(field(page, 'At most')).toHaveValue('50');
  await expect(field(page, 'At least (optional)')).toHaveValue('20');
  await expect(page.getByRole('radio', { name: 'JPEG', exact: true })).toBeChecked();
  await compress.add(fixture('waterfall.jpg'), fixture('terminal.png'));
  await compress.compress();
  for (const name of ['waterfall.jpg', 'terminal.png']) {
    const { bytes } = await compress.download(compress.row(name).getByRole('button', { name: /^Download/ }));
    expect(formatOf(bytes)).toBe('jpeg');
    expect(bytes.length).toBeLessThanOrEqual(50_000);
    expect(bytes.length).toBeGreaterThanOrEqual(20 * 1_024);
  }
});

test('an unreachable file size reduces width and height, unless the user chooses the closest size', async ({
  page,
}) => {
  const compress = await new CompressPage(page).open();
  await compress.button('File size').click();
  await field(page, 'At most').fill('2');
  await compress.add(fixture('waterfall.jpg', 'small.jpg'));
  await compress.compress();
  await expect(compress.row('small.jpg')).toContainText(/KB of 2/);
  await compress.inSettings(async () => {
    await page.getByRole('combobox', { name: 'If no file fits' }).selectOption('Use the closest size');
  });
  await compress.add(fixture('waterfall.jpg', 'full.jpg'));
  await compress.compress();
  await expect(compress.row('full.jpg')).toContainText("2 KB can't be reached");
});

test('the file size fields report a missing maximum and a minimum above the maximum', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  await compress.button('File size').click();
  await field(page, 'At most').fill('');
  await expect(page.getByText('Enter a maximum. Otherwise, the quality setting is used.')).toBeVisible();
  await field(page, 'At most').fill('20');
  await field(page, 'At least (optional)').fill('30');
  await expect(page.getByText('The minimum must not exceed the maximum.')).toBeVisible();
  await expect(field(page, 'At least (optional)')).toHaveAttribute('aria-invalid', 'true');
  await compress.button('Quality').click();
  await expect(page.getByLabel('Quality', { exact: true })).toHaveValue('85');
});
