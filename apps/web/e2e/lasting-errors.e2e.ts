import type { Locator, Page } from '@playwright/test';
import { CheckoutPage, cards } from './checkout-page.ts';
import { holdBack } from './hold-back.ts';
import { fillIn, signUp, someone } from './member.ts';
import { expect, test } from './test.ts';
import { expectToast, toastOf } from './toasts.ts';

test.use({ expectedErrors: /Failed to load resource/ });

/** Milliseconds after which a toast has closed. */
const afterToastMs = 6_000;

type Refusal = { form: Locator; submit: Locator; path: string; title: string; text: string };

/**
 * Submits a form whose request is rejected. The error must remain next to the form after the toast has closed.
 * Submitting the form again must hide both the error and the toast.
 */
async function expectLastingFailure(page: Page, { form, submit, path, title, text }: Refusal): Promise<void> {
  const line = form.getByRole('alert');
  await expect(line).toHaveCount(0);
  await page.route(path, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '120' },
      json: { code: 'too_many_attempts', message: 'A sentence.', requestId: 'e2e' },
    }),
  );
  await submit.click();
  await expectToast(page, title);
  await page.waitForTimeout(afterToastMs);
  await expect(toastOf(page)).toHaveCount(0);
  await expect(line).toContainText(title);
  await expect(line).toContainText(text);

  // Submit again, so that a toast is open when the next attempt starts.
  await submit.click();
  await expectToast(page, title);
  await expect(line).toContainText(text);
  await page.unroute(path);
  const release = await holdBack(page, path);
  await submit.click();
  await expect(line).toHaveCount(0);
  await expect(toastOf(page)).toHaveCount(0);
  release();
}

const wait = 'Too many attempts. Try again in 2 minutes.';

test('the error of a failed login stays visible in the form until the next attempt', async ({ page }) => {
  await page.goto('/login');
  await fillIn(page, { Email: 'nobody@gossamer.example', Password: 'wrong-horse' });
  await expectLastingFailure(page, {
    form: page.locator('form'),
    submit: page.getByRole('button', { name: /^Log(ging)? in$/ }),
    path: '**/api/auth/login',
    title: 'Login Failed',
    text: wait,
  });
  // An error from the real server must be shown in the same place as the simulated errors.
  await expect(page.locator('form').getByRole('alert')).toContainText('Invalid email or password');
});

test('a sign-up error stays visible in the form until the next attempt', async ({ page }) => {
  const { firstName, lastName, email, password } = someone();
  await page.goto('/signup');
  await fillIn(page, { 'First name': firstName, 'Last name': lastName, Email: email });
  await fillIn(page, { Password: password, 'Confirm password': password });
  await expectLastingFailure(page, {
    form: page.locator('form'),
    submit: page.getByRole('button', { name: /^Creat(e|ing) account$/ }),
    path: '**/api/auth/signup',
    title: 'Signup Failed',
    text: wait,
  });
  await expect(page).toHaveURL(/\/compress$/);
});

test('the error of a failed affiliate application stays visible in the form until the next attempt', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/affiliate');
  const form = page.getByTestId('affiliate-form');
  await expectLastingFailure(page, {
    form,
    submit: form.getByRole('button', { name: /^Apply(ing)?$/ }),
    path: '**/api/affiliate/apply',
    title: 'Application Failed',
    text: wait,
  });
  await expect(page.getByTestId('affiliate-partner')).toBeVisible();
});

test('the error of a failed name change stays visible in the form until the next attempt', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/account');
  const form = page.locator('form').filter({ has: page.getByLabel('First name') });
  await expectLastingFailure(page, {
    form,
    submit: form.getByRole('button'),
    path: '**/api/auth/user',
    title: 'Profile not saved',
    text: wait,
  });
  await expectToast(page, 'Profile saved');
});

test('the error of a declined card stays visible in the form until the next attempt', async ({ page }) => {
  await signUp(page);
  const checkout = await new CheckoutPage(page).open();
  const line = checkout.payment.getByRole('alert');
  await checkout.pay(cards.declined);
  await expectToast(page, 'Payment Failed', 'Your card was declined.');
  await page.waitForTimeout(afterToastMs);
  await expect(toastOf(page)).toHaveCount(0);
  await expect(line).toContainText('Payment Failed');
  await expect(line).toContainText('Your card was declined.');

  await checkout.pay(cards.insufficientFunds);
  await expect(line).toContainText('Your card has insufficient funds.');
  const release = await holdBack(page, '**/fake-stripe/confirm');
  await checkout.pay(cards.pays);
  await expect(checkout.submit).toHaveText('Processing');
  await expect(line).toHaveCount(0);
  await expect(toastOf(page)).toHaveCount(0);
  release();
  await checkout.expectPro('Payment Successful', 'Welcome to Pro! You now have unlimited compression.');
});
