import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { CompressPage, fixture } from './compress-page.ts';
import { holdBack } from './hold-back.ts';
import { fillIn, signUp } from './member.ts';
import { expect, test } from './test.ts';

/**
 * Opens a page without running its scripts. Resolves with a function that loads the scripts and waits for hydration.
 */
async function openAsPaper(page: Page, path: string): Promise<() => Promise<unknown>> {
  const code = '**/assets/main-*.js';
  const release = await holdBack(page, code);
  const asked = page.waitForRequest(code);
  const alive = page.goto(path);
  await asked;
  return async () => {
    release();
    await alive;
  };
}

test('a click on a button before hydration is replayed afterwards', async ({ page }) => {
  const comeAlive = await openAsPaper(page, '/compress');
  const compress = new CompressPage(page);
  await compress.button('Select Files').click();
  const chooser = page.waitForEvent('filechooser');
  await comeAlive();
  await (await chooser).setFiles([fixture('terminal.png')]);
  await expect(compress.row('terminal.png')).toBeVisible();
});

test('a click before hydration is replayed even if the browser has remembered settings', async ({ page }) => {
  const settings = JSON.stringify({ quality: 50, preset: 'small', format: 'same' });
  await page.addInitScript((text) => localStorage.setItem('gossamer.settings', text), settings);
  const comeAlive = await openAsPaper(page, '/compress');
  const compress = new CompressPage(page);
  await compress.button('Select Files').click();
  const chooser = page.waitForEvent('filechooser');
  await comeAlive();
  await (await chooser).setFiles([fixture('terminal.png')]);
  await expect(compress.row('terminal.png')).toBeVisible();
});

test('files dropped before hydration are added afterwards', async ({ page }) => {
  const comeAlive = await openAsPaper(page, '/compress');
  const browser = await page.context().newCDPSession(page);
  const files = ['terminal.png', 'waterfall.jpg'].map((name) => join(import.meta.dirname, 'fixtures', name));
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    const data = { items: [], files, dragOperationsMask: 1 };
    await browser.send('Input.dispatchDragEvent', { type, x: 200, y: 300, data });
  }
  await comeAlive();
  const compress = new CompressPage(page);
  for (const name of ['terminal.png', 'waterfall.jpg']) await expect(compress.row(name)).toHaveCount(1);
  await expect(compress.rows).toHaveCount(2);
});

test('a form submitted before hydration is sent afterwards', async ({ page }) => {
  const { email, password } = await signUp(page);
  await page.context().clearCookies();
  const comeAlive = await openAsPaper(page, '/login');
  await fillIn(page, { Email: email, Password: password });
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await comeAlive();
  await expect(page).toHaveURL(/\/compress$/);
});

test("a member's page shows no visitor content before hydration", async ({ page }) => {
  await signUp(page);
  const comeAlive = await openAsPaper(page, '/history');
  const login = page.getByRole('link', { name: 'Login' });
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Gossamer', exact: true })).toBeVisible();
  await expect(login).toHaveCount(0);
  await comeAlive();
  await expect(page.getByRole('heading', { name: 'No compressions yet' })).toBeVisible();
  await expect(page.getByRole('button', { name: /account/i })).toBeVisible();
  await expect(page.locator('[data-members-page]')).toHaveCount(0);
});

test('the affiliate offer is shown to members before hydration, without the parts for visitors', async ({
  page,
}) => {
  await signUp(page);
  const comeAlive = await openAsPaper(page, '/affiliate');
  const visitorsLink = page.getByRole('link', { name: 'Log in to apply' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(visitorsLink).toHaveCount(0);
  await comeAlive();
  await expect(page.getByRole('button', { name: 'Apply' })).toBeVisible();
  await expect(visitorsLink).toHaveCount(0);
});
