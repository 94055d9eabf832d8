import type { Page } from '@playwright/test';
import { CompressPage, fixture } from './compress-page.ts';
import { holdBack } from './hold-back.ts';
import { expectProblem, fillIn, type Member, signUp, someone } from './member.ts';
import { expect, failedAnswer, test } from './test.ts';
import { expectToast } from './toasts.ts';

const submit = (page: Page) => page.getByRole('button', { name: /^Creat(e|ing) account$/ });

async function fill(page: Page, member: Member, confirmed = member.password): Promise<void> {
  await fillIn(page, {
    'First name': member.firstName,
    'Last name': member.lastName,
    Email: member.email,
    Password: member.password,
    'Confirm password': confirmed,
  });
}

// Spec: 2.65, 5.3, 5.4, 5.5, 5.6, 5.7
test('the sign-up form shows the message of each validation rule next to its field', async ({ page }) => {
  await page.goto('/signup');
  const bad = { firstName: 'M', lastName: ' R ', email: 'maya@', password: '12345' };
  await fill(page, bad, '123456');
  await submit(page).click();
  for (const [label, message] of [
    ['First name', 'First name must be at least 2 characters'],
    ['Last name', 'Last name must be at least 2 characters'],
    ['Email', 'Please enter a valid email address'],
    ['Password', 'Password must be at least 6 characters'],
    ['Confirm password', "Passwords don't match"],
  ] as const) {
    await expectProblem(page, label, message);
  }
  await expect(page.getByLabel('First name')).toBeFocused();
  await fillIn(page, { Password: 'x'.repeat(129), 'First name': 'M'.repeat(81) });
  await expectProblem(page, 'Password', 'Password must be at most 128 characters');
  await expectProblem(page, 'First name', 'First name must be at most 80 characters');
});

test('the sign-up form does not shift when messages appear', async ({ page }) => {
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 1440, height: 1200 });
  for (const path of ['/signup', '/login']) {
    await page.goto(path);
    const heading = page.getByRole('heading', { level: 1 });
    const before = await heading.boundingBox();
    await page.locator('form').getByRole('button').last().click();
    await expect(page.getByTestId('field-error')).not.toHaveCount(0);
    expect((await heading.boundingBox())?.y).toBe(before?.y);
  }
});

test('the fields below the password stay in place when its strength appears', async ({ page }) => {
  await page.goto('/signup');
  const confirm = page.getByLabel('Confirm password', { exact: true });
  const before = await confirm.boundingBox();
  await fillIn(page, { Password: 'correct-horse' });
  await expect(page.getByTestId('strength')).toHaveText('Good');
  expect((await confirm.boundingBox())?.y).toBe(before?.y);
});

test('common passwords are rated as weak but accepted', async ({ page }) => {
  const member = { ...someone(), password: 'password' };
  await page.goto('/signup');
  for (const [password, strength] of [
    ['password', 'Weak: this is a commonly used password'],
    ['kxqwvz', 'Weak'],
    ['waterfall', 'Fair'],
    ['correct-horse', 'Good'],
    ['correct-horse-battery', 'Strong'],
  ] as const) {
    await fillIn(page, { Password: password });
    await expect(page.getByText(strength, { exact: true })).toBeVisible();
  }
  await fill(page, member);
  await submit(page).click();
  await expect(page).toHaveURL(/\/compress$/);
});

// Spec: 2.3, 2.14, 2.32, 2.68, 2.69, 3.7, 3.8, 7.10, 7.11, 7.13, 8.37
test('a new member can compress, stays logged in after a reload, and can log out', async ({ page }) => {
  const member = someone();
  await page.goto('/signup');
  await fill(page, member);
  const release = await holdBack(page, '**/api/auth/signup');
  const [request] = await Promise.all([page.waitForRequest('**/api/auth/signup'), submit(page).click()]);
  await expect(submit(page)).toHaveText('Creating account');
  release();
  const { firstName, lastName, email, password } = member;
  expect(request.postDataJSON()).toEqual({ firstName, lastName, email, password, preferredLanguage: 'en' });
  await expect(page).toHaveURL(/\/compress$/);
  await expectToast(page, 'Account Created', 'Welcome Maya. You can now start compressing images.');

  const compress = new CompressPage(page);
  await compress.add(fixture('terminal.png'));
  await compress.compress();
  await compress.expectStatus('terminal.png', 'completed');
  await page.reload();
  // Wait for the preview, because the request for it would fail after the logout.
  await expect(compress.row('terminal.png').locator('img')).toHaveJSProperty('complete', true);
  await page.getByRole('button', { name: 'Account menu' }).click();
  const menu = page.getByRole('menu', { name: 'Account menu' });
  await expect(menu).toContainText('Maya Rand');
  await expect(menu).toContainText(email);
  await menu.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  expect((await page.request.get('/api/auth/user')).status()).toBe(401);
});

test('the language that a visitor selected is stored with the new account', async ({ page }) => {
  await page.goto('/signup?lang=de');
  const inputs = page.locator('main input');
  const { firstName, lastName, email, password } = someone();
  for (const [index, value] of [firstName, lastName, email, password, password].entries()) {
    await inputs.nth(index).fill(value);
  }
  await page.locator('main button[type=submit]').click();
  await expect(page).toHaveURL(/\/compress$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  const user = await (await page.request.get('/api/auth/user')).json();
  expect(user).toMatchObject({ preferredLanguage: 'de', isEmailVerified: false, isPremium: false });
});

test.describe('a rejected sign-up', () => {
  test.use({ expectedErrors: failedAnswer });

  // Spec: 7.12, 8.8
  test('shows an error next to the field when the email address is already in use', async ({ page }) => {
    const member = await signUp(page);
    await page.context().clearCookies();
    await page.goto('/signup');
    await fill(page, { ...member, email: member.email.toUpperCase() });
    await submit(page).click();
    await expect(page.getByLabel('Email')).toBeFocused();
    await expectProblem(page, 'Email', 'An account with this email address already exists');
    await expect(submit(page)).toHaveText('Create account');
  });

  // Spec: 8.7, 8.9, 8.10
  test('shows a default message when the response contains no reason', async ({ page }) => {
    await page.goto('/signup');
    await page.route('**/api/auth/signup', (route) => route.fulfill({ status: 500, body: 'oops' }));
    await fill(page, someone());
    await submit(page).click();
    await expectToast(page, 'Signup Failed', 'Failed to create account');
  });
});

test.describe('a sign-up without a response', () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  // Spec: 8.11
  test('shows an error message and can be sent again', async ({ page }) => {
    await page.goto('/signup');
    await page.route('**/api/auth/signup', (route) => route.abort());
    await fill(page, someone());
    await submit(page).click();
    await expectToast(page, 'Signup Failed', 'An error occurred. Please try again.');
    await expect(submit(page)).toHaveText('Create account');
  });
});

// Spec: 2.61, 2.66, 2.67
test('the sign-up page links to the terms, login and home pages', async ({ page }) => {
  await page.goto('/signup');
  await expect(page.getByRole('link', { name: 'terms of service' })).toHaveAttribute('href', '/terms');
  await expect(page.getByRole('link', { name: 'privacy policy' })).toHaveAttribute('href', '/privacy');
  await expect(page.getByRole('link', { name: 'Back to home page' })).toHaveAttribute('href', '/');
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('link', { name: 'Back to home page' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('the sign-up page loads its image only on screens where it is visible', async ({ page, isMobile }) => {
  const images: string[] = [];
  page.on('request', (request) => /\.jpg/.test(request.url()) && images.push(request.url()));
  await page.goto('/signup');
  await page.waitForLoadState('networkidle');
  expect(images).toHaveLength(isMobile ? 0 : 1);
});
