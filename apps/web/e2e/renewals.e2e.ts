import type { Browser, Page } from '@playwright/test';
import { billsOf, cards, isPremium, subscribeByApi } from './checkout-page.ts';
import { signUp } from './member.ts';
import { expect, test } from './test.ts';

const plan = (page: Page) => page.getByRole('region', { name: 'Plan', exact: true });

/** Signs up a member with Pro in a separate browser context. */
async function subscriber(browser: Browser, baseURL: string | undefined, card?: string): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-US' });
  const page = await context.newPage();
  await signUp(page);
  await subscribeByApi(page, card);
  return page;
}

/**
 * The next test advances the fake Stripe's clock, which all tests share. Pending payments then expire, so test files
 * that run at the same time as this file must not make payments.
 */
// Spec: 1.11, 9.6
test('after a month, canceled plans end, paid plans renew and failed payments are reported', async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page);
  await subscribeByApi(page);
  const renewed = await subscriber(browser, baseURL);
  const failed = await subscriber(browser, baseURL, cards.failsAtRenewals);
  await page.goto('/account');
  await plan(page).getByRole('button', { name: 'Manage subscription' }).click();
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByText(/^\$9\.00 a month\. Ends on /)).toBeVisible();

  const moved = await page.request.post('/fake-stripe/clock', { data: { months: 1 } });
  expect(moved.ok()).toBe(true);
  await expect.poll(() => isPremium(page)).toBe(false);
  await page.goto('/account');
  await expect(plan(page)).toContainText('Free Plan');
  await expect(plan(page).getByRole('link', { name: 'See Pro, $9 a month' })).toBeVisible();

  await expect
    .poll(() => billsOf(renewed))
    .toEqual({ subscriptionCount: 1, invoices: ['$9.00 paid', '$9.00 paid'] });
  await renewed.goto('/account');
  await expect(plan(renewed)).toContainText('Renews on');

  await expect.poll(async () => (await billsOf(failed)).invoices).toEqual(['$9.00 open', '$9.00 paid']);
  await expect
    .poll(async () => {
      await failed.goto('/account');
      await plan(failed).getByRole('button', { name: 'Manage subscription' }).waitFor();
      return plan(failed).textContent();
    })
    .toContain('Your last payment failed.');
  await expect(plan(failed)).toContainText('Pro Active');
  expect(await isPremium(renewed)).toBe(true);
  await Promise.all([renewed, failed].map((one) => one.context().close()));
});
