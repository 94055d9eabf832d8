import type { Page } from '@playwright/test';
import { compressByApi, tinyPng } from './api-images.ts';
import { CompressPage, fixture } from './compress-page.ts';
import { signUp } from './member.ts';
import { imagesIn } from './read-zip.ts';
import { expect, test } from './test.ts';
import { expectToast } from './toasts.ts';

const rows = (page: Page) => page.getByTestId('history-row');
const select = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` });

/** Signs up, compresses tiny images with the given names, and opens the history. */
async function openHistory(page: Page, ...names: string[]): Promise<CompressPage> {
  await signUp(page);
  for (const name of names) await compressByApi(page, tinyPng(name));
  await page.goto('/history');
  await expect(rows(page)).toHaveCount(names.length);
  return new CompressPage(page);
}

test('the history can be searched by file name and filtered, and the URL contains the search', async ({
  page,
}) => {
  await openHistory(page, 'Cat.png', 'cat 2.png', 'dog.png');
  const search = page.getByRole('searchbox', { name: 'Search by file name' });
  await search.fill('cat');
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(/\?search=cat$/);
  await page.reload();
  await expect(search).toHaveValue('cat');
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Format of the result' }).selectOption('AVIF');
  await expect(page.getByText('No matching compressions')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(search).toHaveValue('');
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Failed');
  await expect(page.getByText('No matching compressions')).toBeVisible();
});

test('results selected in the history can be downloaded as a ZIP file and deleted together', async ({
  page,
}) => {
  const compress = await openHistory(page, 'a.png', 'b.png', 'c.png');
  const bar = page.getByTestId('selection-bar');
  await page.getByRole('checkbox', { name: 'Select all shown images' }).check();
  await expect(bar).toContainText('3 selected');
  await select(page, 'c.png').uncheck();
  await expect(bar).toContainText('2 selected');
  const { bytes, fileName } = await compress.download(bar.getByRole('button', { name: 'Download ZIP' }));
  expect(fileName).toMatch(/^gossamer-.*\.zip$/);
  expect([...imagesIn(bytes).keys()].sort()).toEqual([
    expect.stringMatching(/^a\./),
    expect.stringMatching(/^b\./),
  ]);
  await expectToast(page, 'Download Started');
  await bar.getByRole('button', { name: 'Delete now' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('The originals and results of 2 images will be deleted immediately.');
  await dialog.getByRole('button', { name: 'Delete now' }).click();
  await expectToast(page, 'Files deleted', '2 entries stay in your history.');
  await expect(rows(page).filter({ hasText: 'Expired' })).toHaveCount(2);
  await expect(bar).toBeHidden();
  await expect(page.getByRole('checkbox', { name: /^Select [abc]\./ })).toHaveCount(1);
});

test('a compression in the history can be opened in the comparison', async ({ page }) => {
  await signUp(page);
  const compress = await new CompressPage(page).open();
  await compress.add(fixture('waterfall.jpg'));
  await compress.compress();
  // Clear the list, so that opening the comparison must add the compression to the list again.
  await compress.button('Clear all').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear all' }).click();
  await expect(compress.rows).toHaveCount(0);
  await page.goto('/history');
  await compress.button('Compare waterfall.jpg or compress it again').click();
  await expect(page).toHaveURL('/compress');
  const dialog = page.getByRole('dialog', { name: 'Compare waterfall.jpg' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(compress.row('waterfall.jpg')).toHaveAttribute('data-status', 'completed');
  // A reload does not open the comparison again.
  await page.reload();
  await expect(compress.row('waterfall.jpg')).toBeVisible();
  await expect(dialog).toBeHidden();
});
