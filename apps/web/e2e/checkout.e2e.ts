import { billsOf, CheckoutPage, cards, isPremium, subscribeByApi } from './checkout-page.ts';
import { expectProblem, fillIn, signUp, someone } from './member.ts';
import { expect, failedAnswer, test } from './test.ts';
import { expectToast } from './toasts.ts';

const paidWithAccount = [
  'Payment Successful',
  'Your account has been created and subscription activated.',
] as const;

// Spec: 2.140, 4.33, 5.8, 5.9, 5.11, 8.25
test('the checkout reports missing fields and creates no account', async ({ page }) => {
  const checkout = await new CheckoutPage(page).open();
  const agreement = checkout.payment.getByText('By subscribing, you agree to the terms of service');
  await expect(agreement.getByRole('link')).toHaveText(['terms of service', 'privacy policy']);
  let requestCount = 0;
  page.on('request', (request) => {
    if (request.url().includes('create-anonymous')) requestCount++;
  });
  await checkout.submit.click();
  await expectToast(page, 'Missing Information', 'Please fill in email and password.');
  await expect(page.getByLabel('First name')).toBeFocused();
  await expectProblem(page, 'First name', 'First name must be at least 2 characters');
  await expectProblem(page, 'Email', 'Please enter a valid email address');
  await expectProblem(page, 'Password', 'Password must be at least 6 characters');

  await checkout.fillAccount(someone());
  await checkout.submit.click();
  await expect(page.getByLabel('Card number')).toBeFocused();
  await expectProblem(page, 'Card number', 'Your card number is not valid.');
  await fillIn(page, { 'Card number': '4242424242424241', Expiry: '0120', CVC: '1' });
  await checkout.submit.click();
  await expectProblem(page, 'Card number', 'Your card number is not valid.');
  await expectProblem(page, 'Expiry', "Your card's expiry date is missing or has passed.");
  await expectProblem(page, 'CVC', "Your card's security code is incomplete.");
  expect(requestCount).toBe(0);
});

test.describe('a failed payment', () => {
  test.use({ expectedErrors: failedAnswer });

  // Spec: 8.26
  test('can be retried in place with another card and is charged once', async ({ page }) => {
    const checkout = await new CheckoutPage(page).open();
    await checkout.fillAccount(someone());
    await checkout.pay(cards.declined);
    await expectToast(page, 'Payment Failed', 'Your card was declined.');
    await expect(checkout.payment).toContainText('Your account has been created.');
    await expect(page.getByLabel('Email')).toHaveCount(0);
    await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 0002');
    expect(await isPremium(page)).toBe(false);

    await checkout.pay(cards.insufficientFunds);
    await expectToast(page, 'Payment Failed', 'Your card has insufficient funds.');
    await checkout.pay(cards.pays);
    await checkout.expectPro(...paidWithAccount);
    expect(await billsOf(page)).toEqual({ subscriptionCount: 1, invoices: ['$9.00 paid'] });
  });

  test('can be authenticated again after the bank rejected the authentication', async ({ page }) => {
    await signUp(page);
    const checkout = await new CheckoutPage(page).open();
    await checkout.pay(cards.asks);
    const dialog = page.getByRole('alertdialog', { name: 'Authenticate payment' });
    await dialog.getByRole('button', { name: 'Fail' }).click();
    await expectToast(page, 'Payment Failed', 'authenticat');
    await expect(dialog).toHaveCount(0);
    expect(await isPremium(page)).toBe(false);

    await checkout.submit.click();
    await dialog.getByRole('button', { name: 'Complete' }).click();
    await checkout.expectPro('Payment Successful', 'Welcome to Pro! You now have unlimited compression.');
    expect(await billsOf(page)).toEqual({ subscriptionCount: 1, invoices: ['$9.00 paid'] });
  });
});

test.describe('a promo code', () => {
  test.use({ expectedErrors: failedAnswer });

  // Spec: 2.141, 7.39, 7.57
  test('shows its discount, can be removed, and shows errors next to its field', async ({ page }) => {
    const checkout = await new CheckoutPage(page).open();
    await checkout.applyPromoCode('NO-SUCH-CODE');
    const unknown = 'This promo code does not exist. Check the spelling.';
    await expect(checkout.promoCode).toHaveAccessibleDescription(unknown);
    await expectProblem(page, 'Promo code', unknown);

    await checkout.applyPromoCode('launch50');
    await expect(checkout.payment).toContainText('50% off the first payment, which is $4.50.');
    await expect(checkout.payment).toContainText('Total today$4.50Then $9 a month.');
    await checkout.button('Remove').click();
    await expect(checkout.payment).toContainText('Total today$9.00Then $9 a month.');
    await expect(checkout.promoCode).toBeFocused();
    await checkout.button('Hide the promo code').click();
    await expect(checkout.promoCode).toBeHidden();

    await checkout.applyPromoCode('LAUNCH50');
    // Submitting the form must not charge the card until the page shows the new amount.
    await expect(checkout.payment).toContainText('Total today$4.50');
    await checkout.fillAccount(someone());
    const sent = page.waitForRequest('**/api/create-anonymous-subscription');
    await checkout.pay(cards.pays);
    expect((await sent).postDataJSON()).toMatchObject({ promoCode: 'LAUNCH50' });
    await checkout.expectPro(...paidWithAccount);
    expect(await billsOf(page)).toEqual({ subscriptionCount: 1, invoices: ['$4.50 paid'] });
  });

  test('prevents the creation of an account when it expires before the payment', async ({ page }) => {
    const checkout = await new CheckoutPage(page).open();
    await checkout.fillAccount(someone());
    await page.route('**/api/create-anonymous-subscription', (route) =>
      route.continue({ postData: { ...route.request().postDataJSON(), promoCode: 'EXPIRED10' } }),
    );
    await checkout.pay(cards.pays);
    await expect(checkout.promoCode).toHaveAccessibleDescription(/^This promo code is no longer valid/);
    await expect(checkout.payment).toContainText('Total today$9.00Then $9 a month.');
    await expect(page.getByLabel('Email')).toBeVisible();
    expect(await isPremium(page)).toBeNull();
  });

  // Spec: 8.39, 8.40
  test('requires no card when the amount due is zero', async ({ page }) => {
    const checkout = await new CheckoutPage(page).open();
    await checkout.applyPromoCode('FRIEND100');
    await expect(checkout.payment).toContainText('There is nothing to pay today, so no card is needed.');
    await expect(page.getByLabel('Card number')).toBeHidden();
    await checkout.fillAccount(someone());
    await checkout.submit.click();
    await checkout.expectPro('Upgrade Successful', 'Your subscription has been activated.');
    expect(await billsOf(page)).toEqual({ subscriptionCount: 1, invoices: ['$0.00 paid'] });
  });
});

test.describe('a checkout with the email address of an existing account', () => {
  test.use({ expectedErrors: failedAnswer });

  test('requires the password of the account', async ({ page }) => {
    const member = await signUp(page);
    await page.context().clearCookies();
    const checkout = await new CheckoutPage(page).open();
    await checkout.fillAccount({ ...member, password: 'wrong-horse' });
    await checkout.pay(cards.pays);
    await expect(page.getByLabel('Email')).toBeFocused();
    await expectProblem(page, 'Email', 'An account with this email address already exists');
    expect(await isPremium(page)).toBeNull();
    await fillIn(page, { Password: member.password });
    await checkout.submit.click();
    await checkout.expectPro('Payment Successful', 'subscription activated.');
    const user = await page.request.get('/api/auth/user');
    expect(await user.json()).toMatchObject({ email: member.email });
  });

  test('causes no second charge when the account already has Pro', async ({ page }) => {
    const member = await signUp(page);
    await subscribeByApi(page);
    await page.context().clearCookies();
    const checkout = await new CheckoutPage(page).open();
    await checkout.fillAccount(member);
    await checkout.pay(cards.pays);
    await expectToast(page, 'Already Subscribed', 'You are already subscribed to Pro!');
    await expect(checkout.payment.getByRole('heading', { name: 'Already Subscribed' })).toBeVisible();
    expect(await billsOf(page)).toEqual({ subscriptionCount: 1, invoices: ['$9.00 paid'] });
  });
});

// Spec: 2.149
test("'Sign in instead' on the checkout page opens the login page, which returns to the checkout", async ({
  page,
}) => {
  const { email, password } = await signUp(page);
  await page.context().clearCookies();
  const checkout = await new CheckoutPage(page).open();
  await checkout.payment.getByRole('link', { name: 'Sign in instead' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await fillIn(page, { Email: email, Password: password });
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/[^=]\/checkout$/);
  await expect(checkout.payment.getByRole('heading', { name: 'Subscribe to Pro' })).toBeVisible();
  await expect(checkout.submit).toBeEnabled();
  await expect(page.getByLabel('Email')).toHaveCount(0);
});
