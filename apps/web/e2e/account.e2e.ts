import type { Page } from '@playwright/test';
import { holdBack } from './hold-back.ts';
import { expectProblem, fillIn, mailedPath, signUp, someone } from './member.ts';
import { expect, failedAnswer, test } from './test.ts';
import { expectToast, toastOf } from './toasts.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const logInByApi = (page: Page, email: string, password: string) =>
  page.request.post('/api/auth/login', { data: { email, password } });

test('the account page saves the profile and updates the header', async ({ page }) => {
  const { email } = await signUp(page);
  await page.goto('/account');
  const avatar = page.getByRole('button', { name: 'Account menu' });
  await expect(avatar.locator('.avatar')).toHaveText('MR');
  const profile = section(page, 'Profile');
  await fillIn(profile, { 'First name': 'N', 'Last name': 'Okafor' });
  await profile.getByRole('button', { name: 'Save' }).click();
  await expectProblem(page, 'First name', 'First name must be at least 2 characters');
  await fillIn(profile, { 'First name': ' Nneka ' });
  await profile.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Your name is now Nneka Okafor.');
  await expect(avatar.locator('.avatar')).toHaveText('NO');
  await page.reload();
  await expect(profile.getByLabel('First name')).toHaveValue('Nneka');
  await avatar.click();
  await expect(page.getByRole('menu')).toContainText(email);
});

test.describe('a password change', () => {
  test.use({ expectedErrors: failedAnswer });

  test('requires the current password and keeps the session', async ({ page }) => {
    const { email, password } = await signUp(page);
    await page.goto('/account');
    const form = section(page, 'Password');
    const change = form.getByRole('button', { name: 'Change password' });
    await fillIn(form, {
      'Current password': 'wrong-horse',
      'New password': 'battery-staple',
      'Confirm password': 'battery-stable',
    });
    await change.click();
    await expect(form).toContainText("Passwords don't match");
    await fillIn(form, { 'Confirm password': 'battery-staple' });
    await change.click();
    await expect(form.getByLabel('Current password')).toBeFocused();
    await expectProblem(page, 'Current password', 'Wrong password');
    await fillIn(form, { 'Current password': password });
    await change.click();
    await expectToast(page, 'Password changed');
    await expect(form.getByLabel('New password')).toHaveValue('');
    await page.reload();
    await expect(form).toBeVisible();
    expect((await logInByApi(page, email, password)).status()).toBe(401);
    expect((await logInByApi(page, email, 'battery-staple')).status()).toBe(200);
  });
});

// Spec: 4.15, 4.16, 4.18, 7.15
test('a language selected in the menu is stored with the account', async ({ page, browser, baseURL }) => {
  const { email, password } = await signUp(page);
  await page.goto('/account');
  const release = await holdBack(page, '**/api/auth/language-preference');
  const asked = page.waitForRequest('**/api/auth/language-preference');
  const response = page.waitForResponse('**/api/auth/language-preference');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('fr');
  expect((await asked).postDataJSON()).toEqual({ languageCode: 'fr' });
  // The page must switch the language without waiting for the server's response.
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  release();
  expect((await response).status()).toBe(204);
  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-US' });
  await elsewhere.request.post('/api/auth/login', { data: { email, password } });
  const other = await elsewhere.newPage();
  await other.goto('/compress');
  await expect(other.locator('html')).toHaveAttribute('lang', 'fr');
  await other.goto('/compress?lang=de');
  await expect(other.locator('html')).toHaveAttribute('lang', 'de');
  await elsewhere.close();
});

test.describe('a language that cannot be saved', () => {
  test.use({ expectedErrors: failedAnswer });

  // Spec: 4.17
  test('is still applied to the page, without an error message', async ({ page }) => {
    await signUp(page);
    await page.goto('/account');
    await page.route('**/api/auth/language-preference', (route) => route.fulfill({ status: 500 }));
    const response = page.waitForResponse('**/api/auth/language-preference');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('fr');
    await (await response).finished();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await expect(toastOf(page)).toHaveCount(0);
    await page.getByRole('contentinfo').locator('a[href="/privacy"]').click();
    await expect(page).toHaveURL(/\/privacy$/);
    await expect(page.getByRole('heading', { name: 'Confidentialité', level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  });
});

test.describe('the email address', () => {
  test.use({ expectedErrors: failedAnswer });

  test('is confirmed by the emailed link, and the data export is then enabled', async ({ page }) => {
    const { email } = await signUp(page);
    await page.goto('/account');
    const exportButton = section(page, 'Your data').getByRole('button', { name: 'Export data' });
    await expect(exportButton).toBeDisabled();
    await expect(exportButton).toHaveAccessibleDescription(/Confirm your email address to export your data/);
    await section(page, 'Email').getByRole('button', { name: 'Resend link' }).click();
    await expectToast(page, `Open the link in the email we sent to ${email}.`);

    // Read the second confirmation link, because the first one was sent at sign-up.
    await page.goto(await mailedPath(email, '/verify-email', 2));
    await expect(page.getByRole('heading', { name: 'Email address confirmed' })).toBeVisible();
    await expect(page).toHaveURL(/\/verify-email$/);
    await page.goto('/account');
    await expect(section(page, 'Email')).toContainText('Confirmed');
    const link = section(page, 'Your data').getByRole('link', { name: 'Export data' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toMatch(/\.json$/);
  });

  test('changes only after the link sent to the new email address is opened', async ({ page }) => {
    const { password, email } = await signUp(page);
    const next = someone().email;
    await page.goto('/account');
    const part = section(page, 'Email');
    await part.getByRole('button', { name: 'Change address' }).click();
    await expect(part.getByLabel('New email address')).toBeFocused();
    await fillIn(part, { 'New email address': 'nobody', 'Current password': password });
    await part.getByRole('button', { name: 'Send link', exact: true }).click();
    await expectProblem(page, 'New email address', 'Please enter a valid email address');
    await fillIn(part, { 'New email address': next });
    await part.getByRole('button', { name: 'Send link', exact: true }).click();
    await expectToast(page, `We sent a link to ${next}.`);
    await expect(part).toContainText(email);
    await page.goto(await mailedPath(next, '/verify-email'));
    await expect(page.getByRole('heading', { name: 'Email address confirmed' })).toBeVisible();
    await page.goto('/account');
    await expect(part).toContainText(next);
  });
});

test.describe('resetting a forgotten password', () => {
  test.use({ expectedErrors: failedAnswer });

  test('succeeds only once per emailed link', async ({ page }) => {
    const { email } = await signUp(page);
    await page.context().clearCookies();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    // Wait for the heading. The login screen also has an email field, and the URL changes before the new screen is
    // rendered.
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
    await expect(page).toHaveURL(/\/forgot-password$/);
    await fillIn(page, { Email: email });
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByRole('status')).toContainText(
      "If an account with this address exists, we've sent it a link. The link is valid for 10 minutes.",
    );
    const path = await mailedPath(email, '/reset-password');
    await page.goto(path);
    await expect(page).toHaveURL(/\/reset-password$/);
    await fillIn(page, { 'New password': 'battery-staple', 'Confirm password': 'battery-staple' });
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expectToast(page, 'Log in with your new password.');
    expect((await logInByApi(page, email, 'battery-staple')).status()).toBe(200);

    await page.goto(path);
    await fillIn(page, { 'New password': 'battery-staple', 'Confirm password': 'battery-staple' });
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByRole('heading', { name: "This link doesn't work" })).toBeVisible();
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await expect(page).toHaveURL(/\/forgot-password$/);
  });

  test('shows the same message whether or not the email address has an account', async ({ page }) => {
    await page.goto('/forgot-password');
    await fillIn(page, { Email: someone().email });
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByRole('status')).toContainText('If an account with this address exists');
  });

  test('shows an error for invalid links', async ({ page }) => {
    for (const path of ['/reset-password', '/reset-password?token=x', '/verify-email?token=x']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: "This link doesn't work" })).toBeVisible();
    }
    await page.goto(`/verify-email?token=${'a'.repeat(32)}`);
    await expect(page.getByRole('heading', { name: "This link doesn't work" })).toBeVisible();
  });
});

test.describe('deleting the account', () => {
  test.use({ expectedErrors: failedAnswer });

  test('requires a typed confirmation and the password, and ends the session', async ({ page }) => {
    const { email, password } = await signUp(page);
    await page.goto('/account');
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
    const remove = dialog.getByRole('button', { name: 'Delete account' });
    await expect(remove).toBeDisabled();
    await dialog.getByRole('button', { name: 'Keep account' }).click();
    await expect(dialog).toHaveCount(0);

    await page.getByRole('button', { name: 'Delete account' }).click();
    await fillIn(dialog, { 'Type DELETE to confirm': 'delete', 'Current password': 'wrong-horse' });
    await remove.click();
    await expect(dialog).toContainText('Wrong password');
    await fillIn(dialog, { 'Current password': password });
    await remove.click();
    await expect(page).toHaveURL(/\/$/);
    await expectToast(page, 'Account deleted');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    expect((await logInByApi(page, email, password)).status()).toBe(401);
  });
});

test.describe('the account page after the session has ended', () => {
  test.use({ expectedErrors: failedAnswer });

  // Spec: 4.40, 7.55
  test('redirects to the login page with a return path', async ({ page }) => {
    await signUp(page);
    await page.goto('/account');
    await page.context().clearCookies();
    await section(page, 'Profile').getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(/\/login\?from=%2Faccount$/);
    await expectToast(page, 'You are logged out. Logging in again...');
  });
});

test('the account page links to its sections, marks the current one and opens at the section in the URL', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/account');
  const nav = page.getByRole('navigation', { name: 'Account' });
  const current = nav.locator('[aria-current=location]');
  await expect(current).toHaveText('Email');
  await nav.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page).toHaveURL('/account#webhooks');
  await expect(page.getByRole('heading', { name: 'Webhooks' })).toBeInViewport();
  await expect(current).toHaveText('Webhooks');
  await page.goto('/account#delete');
  await expect(page.getByRole('heading', { name: 'Delete account' })).toBeInViewport();
  await expect(current).toHaveText('Delete account');
  await nav.getByRole('link', { name: 'Your data' }).click();
  await expect(current).toHaveText('Your data');
});
