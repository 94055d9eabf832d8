import type { Page } from '@playwright/test';
import {
  asPerson,
  countTracks,
  DashboardPage,
  followLink,
  openClipboard,
  readDashboard,
  referByApi,
  signUpByForm,
  signUpPartner,
} from './affiliate-page.ts';
import { CheckoutPage, cards, subscribeByApi } from './checkout-page.ts';
import { type Member, signUp, someone } from './member.ts';
import { expect, test } from './test.ts';
import { expectToast } from './toasts.ts';

const aDay = '\\w+ \\d+|\\d+ \\w+';
const monthSeconds = 30 * 24 * 3_600;

/** Signs up a member, applies through the form and copies the referral link. */
async function applyByForm(page: Page): Promise<{ code: string; link: string }> {
  const { email } = await signUp(page);
  const readClipboard = await openClipboard(page);
  await page.goto('/affiliate');
  const form = page.getByTestId('affiliate-form');
  await expect(form.getByLabel('Full name')).toHaveValue('Maya Rand');
  await expect(form.getByLabel('Email')).toHaveValue(email);
  await form.getByRole('button', { name: 'Apply' }).click();
  await expectToast(page, 'Application Approved!');
  const partner = page.getByTestId('affiliate-partner');
  await partner.getByRole('button', { name: 'Copy' }).click();
  await expectToast(page, 'Copied!');
  const link = await readClipboard();
  const code = new URL(link).searchParams.get('ref') ?? '';
  await expect(partner).toContainText(code);
  return { code, link };
}

/** Refunds a member's payment on the fake Stripe's merchant page. */
async function payBack(page: Page, { email }: Member): Promise<void> {
  await page.goto('/fake-stripe/');
  const row = page
    .getByRole('region', { name: 'Latest payments' })
    .getByRole('row')
    .filter({ hasText: email });
  await row.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(row).toContainText('refunded');
}

const won = { Clicks: '1', 'Sign-ups': '1', 'Paying members': '1', Conversion: '100.0%' };

// Spec: 1.30, 2.23, 7.45
test('a partner earns a commission when a referred member pays, and loses it on a refund', async ({
  page,
  elsewhere,
}) => {
  const { code, link } = await applyByForm(page);
  const visitor = await elsewhere(asPerson);
  const tracks = countTracks(visitor);
  await followLink(visitor, link);
  const referral = (await visitor.context().cookies()).find(({ name }) => name === 'referral');
  expect(referral).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  const lastsSeconds = (referral?.expires ?? 0) - Date.now() / 1_000;
  expect(Math.abs(lastsSeconds - monthSeconds)).toBeLessThan(120);
  // Client-side navigation belongs to the same visit. Reloading the page starts a new visit by the same visitor.
  await visitor.getByRole('link', { name: 'Get Started' }).click();
  await expect(visitor).toHaveURL(/\/compress$/);
  await visitor.goBack();
  await expect(visitor.getByTestId('hero')).toBeVisible();
  expect(tracks()).toBe(1);
  await followLink(visitor, link);
  expect(tracks()).toBe(2);

  const member = someone();
  await signUpByForm(visitor, member);
  const names = (await visitor.context().cookies()).map(({ name }) => name);
  expect(names).not.toContain('referral');
  await (await new CheckoutPage(visitor).open()).pay(cards.pays);
  await new CheckoutPage(visitor).expectPro('Payment Successful', 'Welcome to Pro!');

  const dashboard = await new DashboardPage(page).open(code);
  await dashboard.expectSoon(won, { 'Held for 30 days': '$2.25', Due: '$0.00', Reversed: '$0.00' });
  await expect(dashboard.commissions).toHaveCount(1);
  await expect(dashboard.commissions).toContainText('Subscription');
  await expect(dashboard.commissions).toContainText(new RegExp(`Held until (${aDay})`));
  await expect(dashboard.commissions).toContainText('$2.25');
  await expect(dashboard.content).not.toContainText(member.email);

  await payBack(visitor, member);
  await dashboard.expectSoon(won, { 'Held for 30 days': '$0.00', Due: '$0.00', Reversed: '$2.25' });
  await expect(dashboard.commissions.locator('.badge')).toHaveText('Reversed');
});

test('a partner earns a commission when a referred visitor signs up at checkout', async ({
  page,
  elsewhere,
}) => {
  const { code, referralLink } = await signUpPartner(page);
  const visitor = await elsewhere(asPerson);
  await followLink(visitor, referralLink);
  const member = someone();
  const checkout = await new CheckoutPage(visitor).open();
  await checkout.fillAccount(member);
  await checkout.pay(cards.pays);
  await checkout.expectPro('Payment Successful', 'Your account has been created');

  const dashboard = await new DashboardPage(page).open(code);
  await dashboard.expectSoon(won, { 'Held for 30 days': '$2.25' });
  await payBack(visitor, member);
  await dashboard.expectSoon(won, { 'Held for 30 days': '$0.00', Reversed: '$2.25' });
});

test('a visitor is attributed to the first referral link, not to a later one', async ({
  page,
  elsewhere,
}) => {
  const first = await signUpPartner(page);
  const other = await elsewhere();
  const second = await signUpPartner(other);
  const visitor = await elsewhere(asPerson);
  await followLink(visitor, first.referralLink);
  await followLink(visitor, second.referralLink);
  await signUpByForm(visitor, someone());
  await expect
    .poll(async () => (await readDashboard(page, first.code)).totals)
    .toMatchObject({ clicks: 1, signups: 1 });
  expect((await readDashboard(other, second.code)).totals).toMatchObject({ clicks: 1, signups: 0 });
});

test('clicks by automated browsers and self-referrals are not counted', async ({ page, elsewhere }) => {
  const partner = await signUpPartner(page);
  const { code, referralLink, member } = partner;
  // Playwright's default user agent identifies the browser as automated.
  const bot = await elsewhere();
  await followLink(bot, referralLink);
  expect((await bot.context().cookies()).map(({ name }) => name)).not.toContain('referral');
  const visitor = await elsewhere(asPerson);
  await followLink(visitor, referralLink);
  await signUpByForm(visitor, { ...member, email: member.email.replace('@', '+two@') });
  await subscribeByApi(visitor);
  // The affiliate service handles facts in order. Once it has counted this referral, it has handled all earlier facts.
  await referByApi(page, partner);
  const { totals, earnings } = await readDashboard(page, code);
  // The two referrals' clicks come from the same network, and only one click per network and day counts.
  expect(totals).toMatchObject({ clicks: 1, signups: 1, payingMembers: 1 });
  expect(earnings.heldCents).toBe(225);
});
