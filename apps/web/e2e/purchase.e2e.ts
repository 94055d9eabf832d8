import { tinyPng } from './api-images.ts';
import { billsOf, CheckoutPage, cards } from './checkout-page.ts';
import { CompressPage } from './compress-page.ts';
import { holdBack } from './hold-back.ts';
import { someone } from './member.ts';
import { becomeAlive, expect, test } from './test.ts';

const paidWithAccount = [
  'Payment Successful',
  'Your account has been created and subscription activated.',
] as const;

// Spec: 1.11, 1.13, 2.139, 2.140, 2.142, 2.144, 2.145, 2.146, 2.147, 2.148, 4.8, 4.34, 5.10, 5.12, 5.20, 6.2, 6.4
// Spec: 6.14, 7.39, 7.51, 8.41, 9.7, 9.9
test('the checkout creates a Pro account with a single form', async ({ page, isMobile }) => {
  const release = await holdBack(page, '**/fake-stripe/js/stripe.ts*');
  const checkout = new CheckoutPage(page);
  await page.goto('/checkout');
  await expect(checkout.payment.getByText('Test mode', { exact: true })).toBeVisible();
  await expect(checkout.payment).toContainText('Total today$9.00Then $9 a month.');
  await expect(checkout.payment).toContainText('You can cancel at any time.');
  for (const badge of ['Secure payment by Stripe', '30-day money-back guarantee']) {
    await expect(checkout.payment.getByRole('listitem').filter({ hasText: badge })).toBeVisible();
  }
  await expect(checkout.submit).toHaveText('Create account and subscribe');
  await expect(checkout.payment.getByLabel('Email')).toHaveAttribute('type', 'email');
  await expect(checkout.payment.getByLabel('Password', { exact: true })).toHaveAttribute(
    'placeholder',
    'At least 6 characters',
  );
  const member = someone();
  await checkout.fillAccount(member);
  await expect(checkout.submit).toBeDisabled();
  release();
  await expect(checkout.submit).toBeEnabled();
  await checkout.fillCard(cards.pays);
  const sent = page.waitForRequest('**/api/create-anonymous-subscription');
  await checkout.submit.dblclick();
  expect((await sent).postDataJSON()).toEqual({ ...member, preferredLanguage: 'en' });
  await checkout.expectPro(...paidWithAccount);
  await expect(page).toHaveURL(/\/compress$/);

  await becomeAlive(page);
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('banner').getByText('Pro Active').locator('visible=true')).toBeVisible();
  if (isMobile) await page.keyboard.press('Escape');
  await expect(page.getByText('No daily limit. Up to 100 MB each, 100 at once.')).toBeVisible();
  await expect(page.getByTestId('allowance')).toHaveCount(0);
  const compress = new CompressPage(page);
  const names = Array.from({ length: 101 }, (_, index) => `image-${index + 1}.png`);
  await compress.add(...names.map(tinyPng));
  await expect(compress.rows).toHaveCount(100);
  await expect(page.getByRole('alert')).toContainText(/image-101\.png.*only 100 files at once/);
  expect(await billsOf(page)).toEqual({ subscriptionCount: 1, invoices: ['$9.00 paid'] });
});
