import type { Page } from '@playwright/test';
import { catchUp, stopClock } from './compress-page.ts';
import { holdBack } from './hold-back.ts';
import { expectProblem, fillIn, type Member, signUp, someone } from './member.ts';
import { becomeAlive, expect, failedAnswer, test } from './test.ts';
import { advanceUntilToast, expectToast, toastOf } from './toasts.ts';

const submit = (page: Page) => page.getByRole('button', { name: /^Log(ging)? in$/ });

async function logIn(page: Page, { email, password }: Pick<Member, 'email' | 'password'>): Promise<void> {
  await fillIn(page, { Email: email, Password: password });
  await submit(page).click();
}

/** Signs up a member and logs the member out. */
async function loggedOut(page: Page): Promise<Member> {
  const member = await signUp(page);
  await page.context().clearCookies();
  return member;
}

// Spec: 5.1, 5.2
test('the login form shows errors next to its fields and focuses the first invalid one', async ({ page }) => {
  await page.goto('/login');
  await submit(page).click();
  await expectProblem(page, 'Email', 'Please enter a valid email address');
  await expectProblem(page, 'Password', 'Password must be at least 6 characters');
  await expect(page.getByLabel('Email')).toBeFocused();
  await fillIn(page, { Email: 'maya@studio.example', Password: '12345' });
  await expectProblem(page, 'Email', null);
  await submit(page).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await expectProblem(page, 'Password', 'Password must be at least 6 characters');
});

test.describe('a rejected login', () => {
  test.use({ expectedErrors: failedAnswer });

  for (const [who, makes] of [
    ['an unknown email', async () => someone()],
    ['a wrong password', async (page: Page) => ({ ...(await loggedOut(page)), password: 'wrong-horse' })],
  ] as const) {
    // Spec: 7.9, 8.1, 8.3
    test(`shows the same message for ${who}`, async ({ page }) => {
      const member = await makes(page);
      await page.goto('/login');
      await logIn(page, member);
      await expectToast(page, 'Login Failed', 'Invalid email or password');
      await expect(submit(page)).toHaveText('Log in');
      await expect(page).toHaveURL(/\/login$/);
    });
  }

  // Spec: 8.2
  test('shows the server’s message for other errors', async ({ page }) => {
    await page.goto('/login');
    await page.route('**/api/auth/login', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '120' },
        json: { code: 'too_many_attempts', message: '' },
      }),
    );
    await logIn(page, someone());
    await expectToast(page, 'Login Failed', 'Too many attempts. Try again in 2 minutes.');
  });

  // Spec: 8.4
  test('shows a default message when the response contains no reason', async ({ page }) => {
    await page.goto('/login');
    await page.route('**/api/auth/login', (route) => route.fulfill({ status: 500, body: 'oops' }));
    await logIn(page, someone());
    await expectToast(page, 'Login Failed', 'Invalid email or password');
  });
});

test.describe('a login without a response', () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  // Spec: 8.5
  test('shows an error message', async ({ page }) => {
    await page.goto('/login');
    await page.route('**/api/auth/login', (route) => route.abort());
    await logIn(page, someone());
    await expectToast(page, 'Login Failed', 'An error occurred. Please try again.');
  });
});

// Spec: 2.1, 2.62, 2.63, 3.9, 7.7, 7.8
test('a login performs a full page load of /compress, which shows a toast', async ({ page }) => {
  const member = await loggedOut(page);
  await page.goto('/login');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const [request] = await Promise.all([page.waitForRequest('**/api/auth/login'), logIn(page, member)]);
  expect(request.postDataJSON()).toEqual({ email: member.email, password: member.password });
  await expect(page).toHaveURL(/\/compress$/);
  await expectToast(page, 'Logged in');
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(false);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await expect(toastOf(page)).toHaveCount(0);
});

// Spec: 2.64
test('a login sends one request for several clicks and shows a pending state', async ({ page }) => {
  const member = await loggedOut(page);
  await page.goto('/login');
  let count = 0;
  page.on('request', (request) => request.url().endsWith('/api/auth/login') && count++);
  const release = await holdBack(page, '**/api/auth/login');
  await fillIn(page, { Email: member.email, Password: member.password });
  await submit(page).dblclick();
  await expect(submit(page)).toHaveText('Logging in');
  await submit(page).click();
  release();
  await expect(page).toHaveURL(/\/compress$/);
  expect(count).toBe(1);
});

for (const [from, path] of [
  ['/privacy', '/privacy'],
  ['/compress?filter=sepia', '/compress?filter=sepia'],
  ['//evil.example/x', '/compress'],
  ['/\\evil.example', '/compress'],
  ['https://evil.example', '/compress'],
  ['/api/auth/logout', '/compress'],
] as const) {
  test(`a login with the query ?from=${from} opens ${path}`, async ({ page, baseURL }) => {
    const member = await loggedOut(page);
    await page.goto(`/login?from=${encodeURIComponent(from)}`);
    await logIn(page, member);
    await expect(page).toHaveURL(new URL(path, baseURL).href);
  });
}

test('the login page redirects logged-in members to /compress', async ({ page }) => {
  await signUp(page);
  for (const path of ['/login', '/signup']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/compress$/);
  }
});

test('the login form is fully operable by keyboard', async ({ page, isMobile }) => {
  if (isMobile) return;
  const member = await loggedOut(page);
  await page.goto('/login');
  await page.getByLabel('Email').focus();
  await page.keyboard.type(member.email);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type(member.password);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await expect(page.getByRole('button', { name: 'Hide password' })).toBeFocused();
  await page.keyboard.press('Space');
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page).toHaveURL(/\/compress$/);
});

test.describe('/account without a session', () => {
  test.use({ expectedErrors: failedAnswer });

  // Spec: 9.36
  test('shows a message, redirects to the login page after 500 ms, and is opened again after login', async ({
    page,
  }) => {
    const member = await loggedOut(page);
    let hasLeft = false;
    page.on('request', (request) => {
      hasLeft ||= new URL(request.url()).pathname === '/api/login';
    });
    await page.clock.install();
    await page.goto('/privacy');
    await stopClock(page);
    // Do not use `goto`, because it waits for hydration, and the page may redirect before that.
    await page.evaluate(() => window.location.assign('/account'));
    await advanceUntilToast(page, 10);
    await expectToast(page, 'Unauthorized', 'You are logged out. Logging in again...');
    await page.clock.runFor(480);
    await catchUp(page);
    expect(hasLeft).toBe(false);
    await page.clock.runFor(20);
    await page.clock.resume();
    await expect(page).toHaveURL(/\/login\?from=%2Faccount$/);
    await becomeAlive(page);
    await logIn(page, member);
    await expect(page).toHaveURL(/\/account$/);
    await expect(page.getByLabel('First name')).toHaveValue('Maya');
  });
});

// Spec: 2.59, 2.60, 2.65
test('the login and sign-up forms set autocomplete attributes for password managers', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'email');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute(
    'autocomplete',
    'current-password',
  );
  await page.getByRole('link', { name: 'Create an account' }).click();
  for (const [label, kind] of [
    ['First name', 'given-name'],
    ['Last name', 'family-name'],
    ['Email', 'email'],
    ['Password', 'new-password'],
    ['Confirm password', 'new-password'],
  ] as const) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('autocomplete', kind);
  }
});
