import { maxSavedSettings } from '@gossamer/contracts/saved-settings';
import { defaultSettings } from '@gossamer/contracts/settings';
import type { Locator, Page } from '@playwright/test';
import { CompressPage, fixture, recordForms } from './compress-page.ts';
import { fillIn, signUp } from './member.ts';
import { expect, failedAnswer, test } from './test.ts';
import { expectToast, toastOf } from './toasts.ts';

const slider = (page: Page): Locator => page.getByLabel('Quality', { exact: true });
const listed = (page: Page): Locator => page.getByTestId('saved-settings').getByRole('listitem');
const named = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Opens the list of saved settings. */
async function openSaved(page: Page): Promise<void> {
  await named(page, 'Saved settings').click();
  await expect(named(page, 'Save current settings…')).toBeVisible();
}

/** Opens the dialog that saves the current settings, and enters a name. */
async function enterName(page: Page, name: string): Promise<Locator> {
  await named(page, 'Save current settings…').click();
  const dialog = page.getByRole('dialog', { name: 'Save current settings' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await fillIn(dialog, { Name: name });
  return dialog;
}

async function saveAs(page: Page, name: string): Promise<void> {
  const dialog = await enterName(page, name);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, 'Settings saved');
  await expect(dialog).toBeHidden();
}

test('saved settings can be applied after a reload and used for a compression', async ({ page }) => {
  await signUp(page);
  const sentForms = await recordForms(page);
  const compress = await new CompressPage(page).open();
  await openSaved(page);
  await expect(page.getByText('Save settings under a name to use them again on any device.')).toBeVisible();
  await compress.button('Medium').click();
  await page.getByRole('radio', { name: 'WebP' }).check();
  await compress.button('Show advanced options').click();
  await page.getByLabel('Resize').check();
  await page.getByLabel('Width (px)').fill('64');
  await page.getByRole('radio', { name: 'Sepia' }).check();
  await saveAs(page, ' Shop photos ');
  await expect(named(page, 'Shop photos')).toHaveAttribute('aria-pressed', 'true');
  await compress.button('Reset').click();
  await expect(named(page, 'Shop photos')).toHaveAttribute('aria-pressed', 'false');
  await saveAs(page, 'Default');
  await expect(listed(page)).toHaveText(['Shop photos', 'Default']);

  await page.reload();
  await expect(slider(page)).toHaveValue('85');
  await openSaved(page);
  await expect(named(page, 'Default')).toHaveAttribute('aria-pressed', 'true');
  await named(page, 'Shop photos').click();
  await expect(slider(page)).toHaveValue('70');
  await expect(page.getByRole('radio', { name: 'WebP' })).toBeChecked();
  await compress.button(/^Show advanced options/).click();
  await expect(page.getByLabel('Width (px)')).toHaveValue('64');
  await expect(page.getByRole('radio', { name: 'Sepia' })).toBeChecked();
  await compress.add(fixture('city.png'));
  await compress.compress();
  expect(await sentForms()).toEqual([
    { quality: '70', format: 'webp', resizeWidth: '64', maintainAspect: 'true', filter: 'sepia' },
  ]);

  // Applied settings are remembered on this device, like settings that the user chose one by one.
  await page.reload();
  await expect(slider(page)).toHaveValue('70');
});

test('saving settings under an existing name replaces the saved settings, and the dialog states this', async ({
  page,
}) => {
  await signUp(page);
  const compress = await new CompressPage(page).open();
  await openSaved(page);
  await saveAs(page, 'Shop');
  await compress.button('Small').click();
  const dialog = await enterName(page, 'sHOP');
  await expect(dialog.getByRole('status')).toHaveText('Replaces “Shop”.');
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await expectToast(page, 'Settings saved');
  await expect(listed(page)).toHaveText(['sHOP']);
  await compress.button('Best').click();
  await named(page, 'sHOP').click();
  await expect(slider(page)).toHaveValue('50');

  // If applied settings have been changed, the dialog suggests their name.
  await compress.button('Minimum').click();
  await named(page, 'Save current settings…').click();
  await expect(dialog.getByLabel('Name')).toHaveValue('sHOP');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Settings saved');
  await page.reload();
  await openSaved(page);
  await compress.button('Best').click();
  await named(page, 'sHOP').click();
  await expect(slider(page)).toHaveValue('30');
});

test('saved settings are deleted after a confirmation', async ({ page }) => {
  await signUp(page);
  await new CompressPage(page).open();
  await openSaved(page);
  await saveAs(page, 'Shop');
  await named(page, 'Delete Shop').click();
  const question = page.getByRole('alertdialog', { name: 'Delete “Shop”?' });
  await question.getByRole('button', { name: 'Keep' }).click();
  await expect(named(page, 'Delete Shop')).toBeFocused();
  await named(page, 'Delete Shop').click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expectToast(page, 'Saved settings deleted');
  await expect(page.getByRole('group', { name: 'Saved settings' })).toBeFocused();
  await page.reload();
  await openSaved(page);
  await expect(listed(page)).toHaveCount(0);
  await expect(page.getByText('Save settings under a name to use them again on any device.')).toBeVisible();
});

test('saved settings can be saved, applied and deleted with the keyboard', async ({ page, isMobile }) => {
  if (isMobile) return;
  await signUp(page);
  const compress = await new CompressPage(page).open();
  await named(page, 'Saved settings').focus();
  await page.keyboard.press('Enter');
  await expect(named(page, 'Save current settings…')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(named(page, 'Save current settings…')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('Shop');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Settings saved');
  await expect(named(page, 'Save current settings…')).toBeFocused();
  await compress.button('Small').click();
  await named(page, 'Saved settings').focus();
  await page.keyboard.press('Tab');
  await expect(named(page, 'Shop')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(slider(page)).toHaveValue('85');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Keep' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(named(page, 'Delete Shop')).toBeFocused();
});

test('the code for saved settings is loaded only for members, and the list only when it is opened', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const requests = () => requested.filter((path) => /saved-/.test(path));
  await new CompressPage(page).open();
  await page.waitForLoadState('networkidle');
  await expect(named(page, 'Saved settings')).toHaveCount(0);
  expect(requests()).toEqual([]);

  await signUp(page);
  await page.reload();
  await page.waitForLoadState('networkidle');
  await expect(named(page, 'Saved settings')).toBeVisible();
  expect(requests()).toEqual([expect.stringMatching(/^\/assets\/saved-settings-/)]);
  await openSaved(page);
  expect(requests()).toContain('/api/saved-settings');
});

test('on phones, saved settings are part of the settings sheet', async ({ page, isMobile }) => {
  if (!isMobile) return;
  await signUp(page);
  const compress = await new CompressPage(page).open();
  await compress.add(fixture('terminal.png'));
  await compress.button(/High 85 · Auto/).click();
  const sheet = page.getByRole('dialog', { name: 'Settings' });
  await sheet.getByRole('button', { name: 'Small', exact: true }).click();
  await sheet.getByRole('button', { name: 'Saved settings' }).click();
  await sheet.getByRole('button', { name: 'Save current settings…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save current settings' });
  await dialog.getByLabel('Name').fill('Shop');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  // The open sheet hides the toast from the accessibility tree, but the toast can be closed by touch.
  await toastOf(page).locator('button').click();
  await expect(toastOf(page)).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Best', exact: true }).click();
  await sheet.getByRole('button', { name: 'Shop', exact: true }).click();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(compress.button(/Small 50 · Auto/)).toBeVisible();
  await compress.button(/Small 50 · Auto/).click();
  await sheet.getByRole('button', { name: 'Saved settings' }).click();
  await sheet.getByRole('button', { name: 'Delete Shop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(sheet.getByText('Save settings under a name')).toBeVisible();
});

test.describe('while the server rejects requests', () => {
  test.use({ expectedErrors: failedAnswer });

  test('the list of saved settings shows an error with a retry button, and the save dialog stays open', async ({
    page,
  }) => {
    await signUp(page);
    await new CompressPage(page).open();
    await page.route('**/api/saved-settings', (route) =>
      route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Unavailable.' } }),
    );
    await named(page, 'Saved settings').click();
    await expect(page.getByRole('alert')).toContainText('The saved settings could not be loaded.');
    await page.unroute('**/api/saved-settings');
    await named(page, 'Try again').click();
    await expect(named(page, 'Save current settings…')).toBeVisible();

    // Simulate another window that has saved the maximum number of settings in the meantime.
    for (let count = 1; count <= maxSavedSettings; count++) {
      const data = { name: `Shop ${count}`, settings: defaultSettings };
      await page.request.post('/api/saved-settings', { data });
    }
    const dialog = await enterName(page, 'One too many');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText('You already have 20 saved settings.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await openSaved(page);
    await expect(listed(page)).toHaveCount(maxSavedSettings);
  });
});
