import type { Browser, Page } from '@playwright/test';
import { billsOf, cards, isPremium, subscribeByApi } from './checkout-page.ts';
import { signUp } from './member.ts';
import { expect, test } from './test.ts';

const plan = (page: Page) => page.getByRole('region', { name: 'Plan', exact: true });

/** A member with Pro, in a browser of their own. */
async function subscriber(browser: Browser, baseURL: string | undefined, card?: string): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-US' });
  const page = await context.newPage();
  await signUp(page);
  await subscribeByApi(page, card);
  return page;
}

/**
 * The only case that moves the fake Stripe's clock, which all cases share: what waits to be paid elsewhere meanwhile would
 * be too old afterwards. So it stands between files that have nothing to do with payments.
 */
// Spec: 1.11, 9.6
test('a month later: who cancelled is on the free plan, who paid goes on, who could not pay is told', async ({
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
