import { signUpPro } from './checkout-page.ts';
import { expect, test } from './test.ts';

test('visitors see the plans, their prices and answers to questions before the checkout page', async ({
  page,
  isMobile,
}) => {
  await page.goto('/');
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
  await expect(page).toHaveTitle('Pricing · Gossamer');
  const [free, pro] = [page.getByTestId('plan').first(), page.getByTestId('plan').last()];
  await expect(free).toContainText('$0');
  await expect(free.getByRole('link', { name: 'Start Compressing' })).toHaveAttribute('href', '/compress');
  await expect(pro).toContainText('$9 per month');
  await expect(pro).toContainText('30-day money-back guarantee. Cancel anytime.');
  await expect(free.getByRole('listitem').first()).toHaveText('Up to 50 images a day');
  await expect(pro.getByRole('listitem')).toHaveText([
    'Everything in Free',
    'No daily limit',
    '100 MB per image, 100 at once',
    'Priority in the queue',
    'API with webhooks',
    'Results kept for 30 days',
    '24/7 priority support',
    'No ads',
  ]);
  await expect(page.getByRole('row', { name: 'Compressions 50 a day Unlimited' })).toBeVisible();
  const questions = page.getByRole('region', { name: 'Questions and answers' });
  await expect(questions.getByRole('term')).toHaveCount(7);
  await expect(questions).toContainText('within 30 days of the first payment');
  await pro.getByRole('link', { name: 'Get Pro' }).click();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByTestId('payment')).toBeVisible();
});

test('the pricing page links Pro members to their account instead of the checkout page', async ({ page }) => {
  await signUpPro(page);
  await page.goto('/pricing');
  const pro = page.getByTestId('plan').last();
  await expect(pro.getByRole('link', { name: 'Get Pro' })).toHaveCount(0);
  await expect(pro.getByRole('link', { name: 'Your account' })).toHaveAttribute('href', '/account');
});
