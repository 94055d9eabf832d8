import type { Page, Route } from '@playwright/test';
import { billsOf, CheckoutPage, cards, isPremium, subscribeByApi, withStripe } from './checkout-page.ts';
import { signUp, someone } from './member.ts';
import { expect, failedAnswer, test } from './test.ts';
import { expectToast } from './toasts.ts';

const welcome = ['Payment Successful', 'Welcome to Pro! You now have unlimited compression.'] as const;
const memberCall = '**/api/create-subscription';
const visitorCall = '**/api/create-anonymous-subscription';
const unavailable = {
  status: 503,
  headers: { 'retry-after': '10' },
  json: {
    code: 'payment_provider_unavailable',
    message: 'Try again.',
    requestId: 'e2e',
    details: { retryAfterSeconds: 10 },
  },
};
const notConfigured = {
  status: 503,
  json: { code: 'payments_not_configured', message: 'Not configured.', requestId: 'e2e' },
};

/** Error response with a code that the web app does not support. */
const newCode = {
  status: 500,
  json: { code: 'never_heard_of', message: 'The till is closed.', requestId: 'e2e' },
};
/** Response that contains a subscription but no client secret for a payment. */
const nothingToPay = {
  json: {
    status: 'incomplete',
    customerId: 'cus_e2e',
    isNew: true,
    promotion: null,
    plan: 'free',
    planVersion: 0,
  },
};

/** Expects an error message in a toast and in an alert in the payment card. */
async function expectFault(checkout: CheckoutPage, title: string, text: string): Promise<void> {
  await expectToast(checkout.page, title, text);
  const alert = checkout.payment.getByRole('alert');
  await expect(alert.getByRole('heading', { name: title })).toBeVisible();
  await expect(alert).toContainText(text);
  await expect(checkout.submit).toBeDisabled();
}

test.describe("a member's checkout", () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  // Spec: 4.32, 8.30, 8.34
  test('can be retried after any failure', async ({ page }) => {
    await signUp(page);
    let requestCount = 0;
    await page.route(memberCall, (route) => {
      requestCount++;
      if (requestCount === 1) return route.fulfill(unavailable);
      if (requestCount === 2) return route.abort();
      return requestCount === 3 ? route.fulfill(nothingToPay) : route.continue();
    });
    const checkout = new CheckoutPage(page);
    await page.goto('/checkout');
    await expectFault(checkout, 'Error', 'Failed to create subscription. Please try again.');
    expect(requestCount).toBe(1);
    await checkout.button('Try again').click();
    await expectFault(checkout, 'Error', 'Failed to set up subscription. Please try again.');
    await checkout.button('Try again').click();
    await expectFault(checkout, 'Error', 'Failed to set up payment. Please try again.');
    await checkout.button('Try again').click();
    await expect(checkout.submit).toBeEnabled();
    await expect(checkout.payment.getByRole('alert')).toHaveCount(0);
    await checkout.fillCard(cards.pays);
    expect(requestCount).toBe(4);
  });

  // Spec: 8.31, 8.32
  test('shows an error with a link to support when payments are not configured', async ({ page }) => {
    await signUp(page);
    await page.route(memberCall, (route) => route.fulfill(notConfigured));
    const checkout = new CheckoutPage(page);
    await page.goto('/checkout');
    const text = 'Payment system configuration issue. Please contact support.';
    await expectFault(checkout, 'Configuration Error', text);
    await expect(checkout.payment.getByRole('link', { name: '@' })).toHaveAttribute('href', /^mailto:/);
    await expect(checkout.button('Try again')).toHaveCount(0);
  });
});

test.describe("a visitor's checkout", () => {
  test.use({ expectedErrors: /Failed to load resource|ERR_FAILED|dynamically imported module/ });

  // Spec: 8.33
  test('reloads the payment form on request after a failure', async ({ page }) => {
    let requestCount = 0;
    await page.route('**/fake-stripe/js/stripe.ts*', (route) => {
      requestCount++;
      return requestCount === 1 ? route.abort() : route.continue();
    });
    const checkout = new CheckoutPage(page);
    await page.goto('/checkout');
    await checkout.fillAccount(someone());
    await expectFault(checkout, 'Error', 'Failed to set up payment. Please try again.');
    await checkout.button('Try again').click();
    await expect(checkout.submit).toBeEnabled();
    await checkout.fillCard(cards.pays);
    await expect(page.getByLabel('First name')).toHaveValue('Maya');
  });

  test('charges only once when the first attempt created an account but no subscription', async ({
    page,
  }) => {
    const loseAnswer = async (route: Route) => {
      const cookie = (await route.fetch()).headers()['set-cookie'] ?? '';
      await route.fulfill({ ...unavailable, headers: { ...unavailable.headers, 'set-cookie': cookie } });
    };
    await page.route(visitorCall, loseAnswer, { times: 1 });
    const checkout = await new CheckoutPage(page).open();
    await checkout.fillAccount(someone());
    await checkout.pay(cards.pays);
    await expectToast(page, 'Error', 'The payment service is not responding. Nothing was charged.');
    await expect(checkout.payment).toContainText('Your account has been created.');
    await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242');
    expect(await isPremium(page)).toBe(false);
    await checkout.button('Subscribe').click();
    await checkout.expectPro('Payment Successful', 'subscription activated.');
    expect(await billsOf(page)).toEqual({ subscriptionCount: 1, invoices: ['$9.00 paid'] });
  });

  // Spec: 8.27, 8.28
  test('shows a generic message for an empty response, and the server’s message for an unknown error code', async ({
    page,
  }) => {
    const checkout = await new CheckoutPage(page).open();
    await checkout.fillAccount(someone());
    await page.route(visitorCall, (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
    await checkout.pay(cards.pays);
    await expectToast(page, 'Error', 'Something went wrong. Please try again.');
    await page.route(visitorCall, (route) => route.fulfill(newCode), { times: 1 });
    await checkout.submit.click();
    await expectToast(page, 'Error', 'The till is closed.');
    await expect(checkout.submit).toBeEnabled();
    await expect(page.getByLabel('Email')).toBeVisible();
  });

  test('shows a configuration error when payments are not configured', async ({ page }) => {
    await withoutPayments(page);
    await page.goto('/checkout');
    const { payment } = new CheckoutPage(page);
    await expect(payment.getByRole('heading', { name: 'Configuration Error' })).toBeVisible();
    await expect(payment).toContainText('Payment system configuration issue. Please contact support.');
    await expect(payment.getByRole('link')).toHaveAttribute('href', /^mailto:/);
    await expect(payment.getByRole('button')).toHaveCount(0);
  });
});

test.describe('a payment', () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test('is polled until Pro is active if it is not confirmed immediately', async ({ page }) => {
    await signUp(page);
    const checkout = await new CheckoutPage(page).open();
    await page.route('**/api/billing/confirm', (route) => route.fulfill(unavailable), { times: 1 });
    await checkout.pay(cards.pays);
    const processing = checkout.payment.getByRole('heading', { name: 'Your payment is being processed' });
    await expect(processing).toBeVisible();
    await checkout.expectPro(...welcome);
  });

  test('is not charged twice when it is retried after a lost response', async ({ page }) => {
    await signUp(page);
    const checkout = await new CheckoutPage(page).open();
    const loseAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/fake-stripe/confirm', loseAnswer, { times: 1 });
    await checkout.pay(cards.pays);
    await expectToast(page, 'Payment Failed', 'The connection was lost.');
    await checkout.submit.click();
    await checkout.expectPro(...welcome);
    expect(await billsOf(page)).toEqual({ subscriptionCount: 1, invoices: ['$9.00 paid'] });
  });

  test('succeeds on the second attempt after another window has replaced the payment', async ({
    page,
    context,
  }) => {
    await signUp(page);
    const checkout = await new CheckoutPage(page).open();
    // Simulate applying a promotion code in another window, which replaces the pending payment.
    const replaced = await context.request.post('/api/create-subscription', {
      data: { promoCode: 'LAUNCH50' },
    });
    expect(replaced.ok()).toBe(true);
    await checkout.pay(cards.pays);
    await expectToast(page, 'Payment Failed');
    await expect(checkout.submit).toBeEnabled();
    await checkout.pay(cards.pays);
    await checkout.expectPro(...welcome);
    const { invoices } = await billsOf(page);
    expect(invoices.filter((invoice) => invoice.endsWith('paid'))).toHaveLength(1);
  });
});

// Spec: 2.143, 7.53
test("the checkout configures Stripe's payment form without wallets and in the page language", async ({
  page,
}) => {
  const readCalls = await withStripe(page, 'pk_test_e2e');
  await new CheckoutPage(page).open();
  const { stripe, elements, payment } = await readCalls();
  expect(stripe).toEqual([['pk_test_e2e', { locale: 'auto' }]]);
  expect(elements).toMatchObject([{ mode: 'subscription', amount: 900, currency: 'usd' }]);
  expect(payment).toEqual([{ layout: 'tabs', wallets: { applePay: 'never', googlePay: 'never' } }]);
});

test.describe('the account page', () => {
  test.use({ expectedErrors: failedAnswer });

  test('shows an error when the subscription or the customer portal cannot be loaded', async ({ page }) => {
    await signUp(page);
    await subscribeByApi(page);
    await page.route('**/api/billing', (route) => route.fulfill(unavailable));
    await page.route('**/api/billing/portal', (route) => route.fulfill(unavailable));
    await page.goto('/account');
    const alert = page.getByRole('alert').filter({ hasText: 'The subscription could not be loaded.' });
    await expect(alert).toBeVisible();
    await page.unroute('**/api/billing');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Manage subscription' }).click();
    await expectToast(page, 'The subscription could not be opened');
    await expect(page).toHaveURL(/\/account$/);
  });
});

/** Serves the page as if no payment provider were configured. */
async function withoutPayments(page: Page): Promise<void> {
  await page.route('**/checkout', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/"payments":\{[^}]*\}/, '"payments":null');
    await route.fulfill({ response, body });
  });
}
