import type { Page } from '@playwright/test';
import { compressByApi, compressManyByApi, tinyPng } from './api-images.ts';
import { billsOf, CheckoutPage, cards, isPremium, subscribeByApi } from './checkout-page.ts';
import { catchUp, stopClock } from './compress-page.ts';
import { mailsTo, signUp } from './member.ts';
import { expect, failedAnswer, test } from './test.ts';
import { expectToast, toastOf } from './toasts.ts';

const welcome = ['Payment Successful', 'Welcome to Pro! You now have unlimited compression.'] as const;
const aDate = '\\w+ \\d+, \\d{4}|\\d+ \\w+ \\d{4}';
const plan = (page: Page) => page.getByRole('region', { name: 'Plan', exact: true });

// Spec: 2.8, 4.10, 4.36, 4.37, 6.12, 6.18, 8.38, 9.37
test('a member who has reached the daily limit can subscribe and continue compressing', async ({ page }) => {
  await signUp(page);
  await compressManyByApi(page, 50);
  await page.clock.install();
  await page.goto('/account');
  await expect(plan(page)).toContainText('Free Plan');
  await expect(page.getByRole('region', { name: 'Priority support' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Request a refund' })).toHaveCount(0);
  await plan(page).getByRole('link', { name: 'See Pro, $9 a month' }).click();
  const checkout = new CheckoutPage(page);
  await expect(checkout.submit).toHaveText('Subscribe');
  await expect(page.getByLabel('Email')).toHaveCount(0);
  await expect(checkout.submit).toBeEnabled();
  await stopClock(page);
  await checkout.pay(cards.pays);
  await expect(checkout.payment.getByRole('heading', { name: 'Pro is active' })).toBeVisible();
  await catchUp(page);
  await page.clock.runFor(1_999);
  await checkout.expectPro(...welcome);
  await expect(page).toHaveURL(/\/checkout$/);
  await page.clock.runFor(1);
  await expect(page).toHaveURL(/\/compress$/);
  await page.clock.resume();
  expect((await compressByApi(page, tinyPng('one-more.png'))).status).toBe('completed');
  await expect(page.getByTestId('limit-notice')).toHaveCount(0);

  await page.goto('/checkout');
  await expect(checkout.payment.getByRole('heading', { name: 'Already Subscribed' })).toBeVisible();
  await expect(checkout.payment).toContainText('You are already subscribed to Pro!');
  await expect(checkout.submit).toHaveCount(0);
  await checkout.payment.getByRole('link', { name: 'Your account' }).click();
  await expect(plan(page)).toContainText(new RegExp(`Renews on (${aDate})\\.`));
});

// Spec: 4.8, 8.29
test('the checkout reports a subscription that was paid in another window', async ({ page }) => {
  await signUp(page);
  await page.route('**/api/create-subscription', async (route) => {
    await subscribeByApi(page);
    await route.continue();
  });
  await page.goto('/checkout');
  const checkout = new CheckoutPage(page);
  await expectToast(page, 'Already Subscribed', 'You are already subscribed to Pro!');
  await expect(checkout.payment.getByRole('heading', { name: 'Already Subscribed' })).toBeVisible();
  await expect(page.getByRole('banner').getByText('Pro Active').locator('visible=true')).toBeVisible();
  expect(await billsOf(page)).toEqual({ subscriptionCount: 1, invoices: ['$9.00 paid'] });
});

test.describe("a payment on the provider's page", () => {
  async function payByLink(page: Page, answer: string): Promise<CheckoutPage> {
    await signUp(page);
    const checkout = await new CheckoutPage(page).open();
    await checkout.payment.getByRole('tab', { name: 'Link' }).click();
    const asked = page.waitForRequest('**/fake-stripe/confirm');
    await checkout.submit.click();
    const { returnUrl } = (await asked).postDataJSON();
    expect(returnUrl).toBe(`${new URL((await asked).url()).origin}/?payment=success`);
    await expect(page.getByRole('heading', { name: 'Pay with Link' })).toBeVisible();
    await page.getByRole('button', { name: answer }).click();
    return checkout;
  }

  // Spec: 2.142, 4.34, 4.35
  test('returns to the site with Pro active', async ({ page }) => {
    await payByLink(page, 'Pay $9.00');
    await expectToast(page, welcome[0], welcome[1]);
    // Neither the URL nor the browser history may contain payment data.
    await expect(page).toHaveURL(/\/$/);
    await expect(page).toHaveURL(/\/compress$/);
    expect(await isPremium(page)).toBe(true);
    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('heading', { name: 'Welcome back, Maya' })).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
  });

  test('can be retried after it was declined', async ({ page }) => {
    const checkout = await payByLink(page, 'Decline');
    const toast = toastOf(page).filter({ hasText: 'Payment Failed' });
    await expect(toast).toContainText('The payment did not go through. You were not charged.');
    await expect(page).toHaveURL(/\/$/);
    await toast.getByRole('button', { name: 'Back to checkout' }).click();
    await expect(page).toHaveURL(/\/checkout$/);
    await checkout.pay(cards.pays);
    await checkout.expectPro(...welcome);
    expect(await billsOf(page)).toEqual({ subscriptionCount: 1, invoices: ['$9.00 paid'] });
  });
});

// Spec: 1.17, 1.18, 6.18
test('Pro can be canceled, and resumed before it ends, on the payment provider’s page', async ({ page }) => {
  const { email } = await signUp(page);
  await subscribeByApi(page);
  await page.goto('/account');
  await expect(plan(page)).toContainText(new RegExp(`Renews on (${aDate})\\.`));
  const support = page.getByRole('region', { name: 'Priority support' }).getByRole('link');
  await expect(support).toHaveAttribute(
    'href',
    `mailto:support@gossamer.example?subject=${encodeURIComponent(`Pro support for ${email}`)}`,
  );

  for (const [press, text] of [
    ['Cancel subscription', 'Pro ends on'],
    ['Resume subscription', 'Renews on'],
  ] as const) {
    await plan(page).getByRole('button', { name: 'Manage subscription' }).click();
    await page.getByRole('button', { name: press }).click();
    await page.getByRole('link', { name: 'Return to Gossamer' }).click();
    await expect(page).toHaveURL(/\/account$/);
    await expect(plan(page)).toContainText('Pro Active');
    await expect
      .poll(async () => {
        await page.reload();
        return plan(page).textContent();
      })
      .toMatch(new RegExp(`${text} (${aDate})\\.`));
  }
});

test.describe('a refund', () => {
  test.use({ expectedErrors: failedAnswer });

  // Spec: 1.20
  test('can be requested once, and the request is sent to support by email', async ({ page }) => {
    const { email } = await signUp(page);
    await subscribeByApi(page);
    await page.goto('/account');
    const open = plan(page).getByRole('button', { name: 'Request a refund' });
    await expect(plan(page)).toContainText(new RegExp(`a refund of your payment until (${aDate})\\.`));
    await open.click();
    const dialog = page.getByRole('alertdialog', { name: 'Request a refund?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await open.click();
    await dialog.getByLabel('Reason (optional)').fill('Bought twice by my team.');
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await expectToast(page, `Support will reply by email to ${email}.`);
    const requested = 'Refund requested. Support will reply by email.';
    await expect(plan(page)).toContainText(requested);
    await page.reload();
    await expect(plan(page)).toContainText(requested);
    await expect(open).toHaveCount(0);
    expect(await isPremium(page)).toBe(true);

    const ofThisMember = async () =>
      (await mailsTo('support@gossamer.example')).filter((text) => text.includes(email));
    await expect.poll(ofThisMember).toHaveLength(1);
    const [mail = ''] = await ofThisMember();
    expect(mail).toMatch(/^Subject: Refund request: in_/m);
    for (const fact of ['Amount: $9', 'Payment intent: pi_', 'Bought twice by my team.']) {
      expect(mail).toContain(fact);
    }
    await expect
      .poll(async () => (await mailsTo(email)).join())
      .toContain('Subject: We received your refund request');
    const again = await page.request.post('/api/billing/refund-request', { data: {} });
    expect((await again.json()).code).toBe('refund_already_requested');
  });
});
