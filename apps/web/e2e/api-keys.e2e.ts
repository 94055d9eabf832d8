import { apiKeyToken } from '@gossamer/contracts/api-keys';
import { apiUsage } from '@gossamer/contracts/api-usage';
import type { Page } from '@playwright/test';
import { openClipboard } from './affiliate-page.ts';
import { signUpPro, subscribeByApi } from './checkout-page.ts';
import { expectProblem, fillIn, mailedPath, signUp } from './member.ts';
import { expect, test } from './test.ts';
import { expectToast } from './toasts.ts';

const section = (page: Page) => page.getByRole('region', { name: 'API keys', exact: true });

/** Requests the API usage like an API client: with an API key and without cookies. */
function askUsage(page: Page, token: string): Promise<Response> {
  const url = new URL('/api/v1/usage', page.url());
  return fetch(url, { headers: { authorization: `Bearer ${token}` } });
}

// Spec: 1.15
test('a new API key is shown only once, and is accepted until it is revoked', async ({ page }) => {
  await signUpPro(page);
  await page.goto('/account');
  const readClipboard = await openClipboard(page);
  const keys = section(page);
  await expect(keys).toContainText('No keys yet');
  await keys.getByRole('button', { name: 'Create key' }).click();
  await expectProblem(page, 'Name of the new key', 'Please enter a name');
  await fillIn(keys, { 'Name of the new key': 'Build server' });
  await keys.getByRole('button', { name: 'Create key' }).click();

  const box = keys.getByTestId('new-api-key');
  await expect(box.getByRole('heading')).toBeFocused();
  await expect(box).toContainText('Copy it now. It will not be shown again.');
  await box.getByRole('button', { name: 'Copy Key' }).click();
  const token = apiKeyToken.parse(await readClipboard());
  await box.getByRole('button', { name: 'Copy Try it in a terminal' }).click();
  const line = `curl -H "Authorization: Bearer ${token}" ${new URL(page.url()).origin}/api/v1/usage`;
  expect(await readClipboard()).toBe(line);
  await box.getByRole('button', { name: 'Done' }).click();
  await expect(keys).not.toContainText(token);

  const row = keys.getByTestId('api-keys').getByRole('listitem');
  await expect(row).toContainText('Never used');
  const answer = await askUsage(page, token);
  expect(answer.status).toBe(200);
  expect(apiUsage.parse(await answer.json()).plan).toBe('pro');
  await expect
    .poll(async () => {
      await page.reload();
      return row.textContent();
    })
    .toContain('Last used');
  await expect(row).toContainText(`gsm_…${token.slice(-4)}`);
  await expect(page.locator('body')).not.toContainText(token);

  await row.getByRole('button', { name: 'Revoke Build server' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Revoke “Build server”?' });
  await dialog.getByRole('button', { name: 'Keep key' }).click();
  await expect(row.getByRole('button')).toBeFocused();
  expect((await askUsage(page, token)).status).toBe(200);
  await row.getByRole('button').click();
  await expect(dialog).toContainText(`gsm_…${token.slice(-4)}`);
  await dialog.getByRole('button', { name: 'Revoke key' }).click();
  await expectToast(page, '“Build server” no longer works.');
  await expect(keys).toContainText('No keys yet');
  expect((await askUsage(page, token)).status).toBe(401);
});

test('the API keys page requires a confirmed email address', async ({ page }) => {
  const { email } = await signUp(page);
  await subscribeByApi(page);
  await page.goto('/account');
  const keys = section(page);
  await expect(keys).toContainText(
    `Confirm your email address first. Open the link in the email we sent to ${email}.`,
  );
  await expect(keys.getByRole('button', { name: 'Create key' })).toHaveCount(0);
  const refused = await page.request.post('/api/keys', { data: { label: 'Build server' } });
  expect([refused.status(), (await refused.json()).code]).toEqual([403, 'email_not_verified']);
  await keys.getByRole('button', { name: 'Resend link' }).click();
  await expectToast(page, 'Link sent');
  const tab = await page.context().newPage();
  await tab.goto(await mailedPath(email, '/verify-email', 2));
  await expect(tab.getByRole('heading', { name: 'Email address confirmed' })).toBeVisible();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(keys.getByRole('button', { name: 'Create key' })).toBeVisible();
});

test('a password reset revokes API keys unless the member chooses to keep them', async ({ page }) => {
  const { email } = await signUpPro(page);
  const created = await page.request.post('/api/keys', { data: { label: 'Build server' } });
  const { token } = await created.json();
  const keep = page.getByLabel('Keep my API keys and webhooks');
  for (const isKept of [true, false]) {
    await page.request.post('/api/auth/forgot-password', { data: { email } });
    await page.goto(await mailedPath(email, '/reset-password', isKept ? 1 : 2));
    const password = isKept ? 'battery-staple' : 'staple-battery';
    await fillIn(page, { 'New password': password, 'Confirm password': password });
    await expect(keep).not.toBeChecked();
    if (isKept) await keep.check();
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page).toHaveURL(/\/login$/);
    expect((await askUsage(page, token)).status).toBe(isKept ? 200 : 401);
  }
});

test('the API keys page explains API keys to members without Pro and links to the pricing page', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/account');
  const keys = section(page);
  await expect(keys).toContainText(
    'With Pro, your build pipelines, online shops and other programs can use the API',
  );
  await expect(keys.getByLabel('Name of the new key')).toHaveCount(0);
  await expect(keys.getByRole('link', { name: 'API reference' })).toHaveAttribute('href', '/api/docs');
  const refused = await page.request.post('/api/keys', { data: { label: 'Build server' } });
  expect([refused.status(), (await refused.json()).code]).toEqual([403, 'pro_required']);
  await keys.getByRole('link', { name: 'See Pro' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
});
