import { pageSessionId } from '@gossamer/contracts/session';
import type { Locator, Page } from '@playwright/test';
import { confirmEmail, fillIn, type Member, type Requester, signUp } from './member.ts';
import { expect } from './test.ts';
import { expectToast } from './toasts.ts';

/** Test card numbers of the fake Stripe, by payment outcome. */
export const cards = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  asks: '4000002500003155',
  failsAtRenewals: '4000000000000341',
} as const;

/** Card expiry year in the distant future, because the fake Stripe's clock can be ahead of the real time. */
const expYear = 2060;

/** Page object of the checkout screen. */
export class CheckoutPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  /** Opens the checkout screen. Resolves when the payment form can be submitted. */
  async open(): Promise<this> {
    await this.page.goto('/checkout');
    await expect(this.submit).toBeEnabled();
    return this;
  }

  get payment(): Locator {
    return this.page.getByTestId('payment');
  }
  get submit(): Locator {
    return this.button(/^(Create account and subscribe|Subscribe|Processing)$/);
  }
  get promoCode(): Locator {
    return this.payment.getByLabel('Promo code', { exact: true });
  }
  button(name: string | RegExp): Locator {
    return this.payment.getByRole('button', { name, exact: typeof name === 'string' });
  }

  fillAccount({ firstName, lastName, email, password }: Member): Promise<void> {
    const values = { 'First name': firstName, 'Last name': lastName, Email: email, Password: password };
    return fillIn(this.payment, values);
  }

  fillCard(number: string): Promise<void> {
    return fillIn(this.payment, { 'Card number': number, Expiry: `12${expYear % 100}`, CVC: '123' });
  }

  async pay(cardNumber: string): Promise<void> {
    await this.fillCard(cardNumber);
    await this.submit.click();
  }

  async applyPromoCode(code: string): Promise<void> {
    if (await this.promoCode.isHidden()) await this.button('Add a promo code').click();
    await this.promoCode.fill(code);
    await this.button('Apply').click();
  }

  async expectPro(title: string, text: string): Promise<void> {
    await expectToast(this.page, title, text);
    await expect(this.payment.getByRole('heading', { name: 'Pro is active' })).toBeVisible();
    expect(await isPremium(this.page)).toBe(true);
  }
}

/** Returns whether the logged-in member has Pro, or null if nobody is logged in. */
export async function isPremium(page: Page): Promise<boolean | null> {
  const response = await page.request.get('/api/auth/user');
  return response.status() === 401 ? null : (await response.json()).isPremium;
}

/** Subscribes the logged-in member to Pro through the API. */
export async function subscribeByApi(page: Requester, cardNumber: string = cards.pays): Promise<void> {
  const setup = await page.request.post('/api/create-subscription', { data: {} });
  const { clientSecret } = await setup.json();
  const paid = await page.request.post('/fake-stripe/confirm', {
    data: {
      clientSecret,
      publishableKey: await publishableKey(page),
      method: 'card',
      returnUrl: setup.url(),
      card: { number: cardNumber, expMonth: 12, expYear, cvc: '123' },
    },
  });
  expect(await paid.json()).toEqual({ status: 'succeeded' });
  const confirmed = await page.request.post('/api/billing/confirm', { data: {} });
  expect(await confirmed.json()).toMatchObject({ plan: 'pro' });
}

/** Signs up a member with Pro and a confirmed email address, both of which API keys and webhooks require. */
export async function signUpPro(page: Requester): Promise<Member> {
  const member = await signUp(page);
  await subscribeByApi(page);
  await confirmEmail(page, member.email);
  return member;
}

async function publishableKey(page: Requester): Promise<string> {
  const html = await (await page.request.get('/checkout')).text();
  const [, json = ''] = new RegExp(`id="${pageSessionId}">(.*?)</script>`).exec(html) ?? [];
  return JSON.parse(json).payments.publishableKey;
}

declare global {
  interface Window {
    /** Arguments passed to Stripe.js, by function. */
    stripeCalls: Record<'stripe' | 'elements' | 'payment', unknown[]>;
  }
}

/** Replaces Stripe.js with a stub that renders nothing and records its calls. Runs in the page. */
function recordStripe(): void {
  const calls: Window['stripeCalls'] = { stripe: [], elements: [], payment: [] };
  const nothing = () => undefined;
  const element = {
    off: nothing,
    mount: nothing,
    update: nothing,
    destroy: nothing,
    on: (event: string, call: () => void) => event === 'ready' && setTimeout(call),
  };
  const create = (_type: 'payment', options: unknown) => {
    calls.payment.push(options);
    return element;
  };
  const Stripe = (...keyAndOptions: unknown[]) => {
    calls.stripe.push(keyAndOptions);
    return {
      createToken: nothing,
      createPaymentMethod: nothing,
      confirmCardPayment: nothing,
      elements: (options: unknown) => {
        calls.elements.push(options);
        return { create, update: nothing };
      },
    };
  };
  Object.assign(window, { Stripe, stripeCalls: calls });
}

/**
 * Serves the page with a real Stripe key and a stub of Stripe.js. Resolves with a function that returns the calls to
 * the stub.
 */
export async function withStripe(page: Page, key: string): Promise<() => Promise<Window['stripeCalls']>> {
  const scripts = 'https://js.stripe.com';
  await page.route('**/checkout', async (route) => {
    const response = await route.fetch();
    const policy = response.headers()['content-security-policy'] ?? '';
    await route.fulfill({
      response,
      body: (await response.text()).replace(/"publishableKey":"[^"]*"/, `"publishableKey":"${key}"`),
      headers: {
        ...response.headers(),
        'content-security-policy': policy.replace('script-src', `script-src ${scripts}`),
      },
    });
  });
  await page.route(`${scripts}/**`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${recordStripe})()` }),
  );
  return () => page.evaluate(() => window.stripeCalls);
}

type Bills = { subscriptionCount: number; invoices: string[] };

/**
 * Returns the number of a member's subscriptions, and the invoices as listed in the customer portal, such as "$9.00
 * paid", newest first.
 */
export async function billsOf(page: Page): Promise<Bills> {
  const link = await page.request.post('/api/billing/portal', { data: {} });
  const html = await (await page.request.get((await link.json()).url)).text();
  const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell = '']) => cell.trim()),
  );
  return {
    subscriptionCount: html.split('a month.').length - 1,
    invoices: rows.filter((cells) => cells.length === 4).map((cells) => cells.slice(2).join(' ')),
  };
}
