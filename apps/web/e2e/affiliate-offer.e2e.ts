import { fillIn, signUp } from './member.ts';
import { expect, test } from './test.ts';
import { unexpectedToasts } from './toasts.ts';

// Spec: 2.9
test('the affiliate offer is shown to visitors and returns them to the application form after login', async ({
  page,
}) => {
  const { email, password } = await signUp(page);
  await page.context().clearCookies();
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Affiliate program' }).click();
  await expect(page).toHaveURL(/\/affiliate$/);
  const main = page.getByRole('main');
  await expect(main).toContainText('You earn 25% of every payment');
  // Wait longer than the 500 ms after which pages that require an account redirect visitors to the login page.
  await page.waitForTimeout(2_000);
  await expect(page).toHaveURL(/\/affiliate$/);
  expect(unexpectedToasts(page)).toEqual([]);
  await expect(page.getByTestId('affiliate-form')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Open a dashboard' })).toHaveCount(0);

  await main.getByRole('link', { name: 'Log in to apply' }).click();
  await expect(page).toHaveURL('/login?from=/affiliate');
  await fillIn(page, { Email: email, Password: password });
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/affiliate$/);
  await page.getByTestId('affiliate-form').getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByTestId('affiliate-partner')).toBeVisible();
});

test('the affiliate offer returns visitors to the application form after sign-up', async ({ page }) => {
  await page.goto('/affiliate');
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/signup?from=/affiliate');
  const password = 'correct-horse';
  const email = `e2e-${crypto.randomUUID()}@gossamer.example`;
  await fillIn(page, { 'First name': 'Maya', 'Last name': 'Rand', Email: email });
  await fillIn(page, { Password: password, 'Confirm password': password });
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/affiliate$/);
  await expect(page.getByTestId('affiliate-form')).toBeVisible();
});

// Spec: 2.9
test('the server rejects an affiliate application without a session', async ({ request }) => {
  const refused = await request.post('/api/affiliate/apply', {
    data: { name: 'Maya Rand', email: 'maya@studio-rand.example' },
  });
  expect([refused.status(), (await refused.json()).code]).toEqual([401, 'unauthorized']);
});
