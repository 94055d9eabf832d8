import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  asPerson,
  countTracks,
  DashboardPage,
  dashboardPath,
  followLink,
  openClipboard,
  referByApi,
  signUpPartner,
  trackPath,
} from './affiliate-page.ts';
import { expectProblem, fillIn, mailedPath, mailsTo, signUp } from './member.ts';
import { becomeAlive, expect, failedAnswer, test } from './test.ts';
import { expectToast, toastOf } from './toasts.ts';

test.describe('the affiliate dashboard without a session', () => {
  test.use({ expectedErrors: failedAnswer });

  // Spec: 8.24
  test('redirects to the login page and returns to the dashboard after login', async ({ page }) => {
    const { email, password } = await signUp(page);
    await page.context().clearCookies();
    const path = dashboardPath('MAYA7K');
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page).toHaveURL(`/login?from=${encodeURIComponent(path)}`);
    await expectToast(page, 'Unauthorized', 'You are logged out. Logging in again...');
    await becomeAlive(page);
    await fillIn(page, { Email: email, Password: password });
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { name: 'You have no dashboard with this code' })).toBeVisible();
  });
});

test.describe('an affiliate application that fails', () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  // Spec: 2.157, 2.158, 8.35, 8.36
  test('shows the reason or a generic message, and can be submitted again', async ({ page }) => {
    await signUp(page);
    await page.goto('/affiliate');
    const apply = page.getByTestId('affiliate-form').getByRole('button', { name: 'Apply' });
    const failed = toastOf(page).filter({ hasText: 'Application Failed' });
    const answers = '**/api/affiliate/apply';
    await page.route(answers, (route) =>
      route.fulfill({
        status: 503,
        json: { code: 'affiliate_unavailable', message: 'No answer.', requestId: 'a' },
      }),
    );
    await apply.click();
    await expect(failed).toContainText('The affiliate program is temporarily unavailable.');
    await page.unroute(answers);
    await page.route(answers, (route) => route.abort());
    await apply.click();
    await expect(failed).toContainText('Please try again later');
    await page.unroute(answers);
    await apply.click();
    await expect(page.getByTestId('affiliate-partner')).toBeVisible();
  });
});

// Spec: 2.12, 2.163, 2.164
test('a referral code in upper or lower case opens its dashboard in a new tab', async ({ page }) => {
  const { code } = await signUpPartner(page);
  await page.goto('/affiliate');
  const box = page.getByRole('region', { name: 'Open a dashboard' });
  const open = box.getByRole('button', { name: 'Open dashboard' });
  await expect(open).toBeDisabled();
  await fillIn(box, { 'Affiliate code': '   ' });
  await expect(open).toBeDisabled();
  await fillIn(box, { 'Affiliate code': ` ${code.toLowerCase()} ` });
  const [tab] = await Promise.all([page.context().waitForEvent('page'), open.click()]);
  await expect(tab).toHaveURL(dashboardPath(code));
  await expect(tab.getByTestId('affiliate-dashboard')).toBeVisible();
  await expect(page).toHaveURL('/affiliate');
  await new DashboardPage(page).open(code.toLowerCase());
});

test.describe("another partner's dashboard", () => {
  test.use({ expectedErrors: failedAnswer });

  test('shows the same page as a nonexistent dashboard', async ({ page, elsewhere }) => {
    const { code: others } = await signUpPartner(page);
    const other = await elsewhere();
    await signUpPartner(other);
    const codes = [others, 'NOBODY77', 'x'];
    const main = other.getByRole('main');
    const title = 'You have no dashboard with this code';
    const seen = new Set<string>();
    for (const code of codes) {
      await other.goto(dashboardPath(code));
      await expect(main.getByRole('heading', { name: title })).toBeVisible();
      seen.add(await main.innerHTML());
    }
    expect(seen.size).toBe(1);
    await expect(main.getByRole('link', { name: 'Affiliate program' })).toHaveAttribute('href', '/affiliate');

    for (const part of ['', '?days=90', '/commissions', '/commissions.csv']) {
      const bodies = new Set<string>();
      for (const code of codes) {
        const answer = await other.request.get(`/api${dashboardPath(code)}${part}`);
        expect(answer.status()).toBe(404);
        expect(answer.headers()['cache-control']).toBe('no-store');
        const { requestId } = await answer.json();
        bodies.add((await answer.text()).replace(requestId, ''));
      }
      expect([...bodies]).toEqual([expect.stringContaining('"code":"affiliate_not_found"')]);
    }
  });
});

test.describe('the payout email', () => {
  test.use({ expectedErrors: failedAnswer });

  test('can be changed only with a confirmed account and the password, and each change is announced by email', async ({
    page,
  }) => {
    const { code, member } = await signUpPartner(page);
    const dashboard = await new DashboardPage(page).open(code);
    const place = dashboard.payoutAddress;
    const payouts = 'payouts@studio-rand.example';
    await expect(place).toContainText("Confirm your account's email address first.");
    await expect(place.getByRole('button')).toHaveText(['Resend link']);
    const refused = await page.request.put(`/api${dashboardPath(code)}/payout-email`, {
      data: { payoutEmail: payouts, currentPassword: member.password },
    });
    expect([refused.status(), (await refused.json()).code]).toEqual([403, 'email_not_verified']);
    await place.getByRole('button', { name: 'Resend link' }).click();
    await expectToast(page, `Open the link in the email we sent to ${member.email}.`);
    await place.getByRole('link', { name: 'Go to your account' }).click();
    await expect(page).toHaveURL('/account');

    await page.goto(await mailedPath(member.email, '/verify-email', 2));
    await expect(page.getByRole('heading', { name: 'Email address confirmed' })).toBeVisible();
    await dashboard.open(code);
    await expect(place).toContainText('Not set. Add the email address of your PayPal account');
    await place.getByRole('button', { name: 'Set address' }).click();
    await expect(place.getByLabel('PayPal email address')).toHaveValue('maya@studio-rand.example');
    const save = place.getByRole('button', { name: 'Save address' });
    await fillIn(place, { 'PayPal email address': '=1+1@x.example', 'Current password': member.password });
    await save.click();
    await expectProblem(page, 'PayPal email address', 'Please enter a valid email address');
    await fillIn(place, { 'PayPal email address': payouts, 'Current password': 'wrong-horse' });
    await save.click();
    await expect(place.getByLabel('Current password')).toBeFocused();
    await expectProblem(page, 'Current password', 'Wrong password');
    await fillIn(place, { 'Current password': member.password });
    await save.click();
    await expectToast(page, 'Payout address saved', `Payouts go to ${payouts}.`);
    await expect(place.getByRole('button', { name: 'Change address' })).toBeVisible();
    await page.reload();
    await expect(place).toContainText(payouts);

    const notices = async () =>
      (await mailsTo(member.email)).filter((mail) => /^Subject: Your payout address was changed/m.test(mail));
    await expect.poll(notices).toHaveLength(1);
    expect((await notices())[0]).toContain(payouts);
  });
});

test('the affiliate dashboard shows new partners how to start', async ({ page }) => {
  const { code, referralLink: link } = await signUpPartner(page);
  const dashboard = await new DashboardPage(page).open(code);
  const none = { Clicks: '0', 'Sign-ups': '0', 'Paying members': '0', Conversion: '—' };
  expect(await dashboard.figures()).toEqual(none);
  expect(Object.values(await dashboard.amounts())).toEqual(Array(5).fill('$0.00'));
  for (const text of ['No clicks yet', 'No commissions yet', 'No payouts yet', '$0.00 of $25.00']) {
    await expect(dashboard.content).toContainText(text);
  }
  await expect(dashboard.content.getByRole('link', { name: 'CSV' })).toHaveCount(0);
  await expect(dashboard.content.getByRole('link', { name: 'Get your link' })).toHaveAttribute(
    'href',
    '#links',
  );

  const links = page.getByRole('region', { name: 'Links to share' });
  const built = links.locator('code');
  await expect(built).toHaveText(link);
  await links.getByLabel('Page language').selectOption('de');
  await expect(built).toHaveText(`${link}&lang=de`);
  await links.getByRole('button', { name: 'HTML' }).click();
  await expect(built).toHaveText(`<a href="${link}&amp;lang=de" rel="sponsored">Gossamer</a>`);
  await links.getByRole('button', { name: 'Markdown' }).click();
  await expect(built).toHaveText(`[Gossamer](${link}&lang=de)`);
  const readClipboard = await openClipboard(page);
  await links.getByRole('button', { name: 'Copy' }).click();
  await expectToast(page, 'Copied!');
  expect(await readClipboard()).toBe(`[Gossamer](${link}&lang=de)`);
});

test('the affiliate dashboard shows the daily results of a referral link and exports commissions as CSV', async ({
  page,
}) => {
  const partner = await signUpPartner(page);
  await referByApi(page, partner);
  const { content, commissions } = await new DashboardPage(page).open(partner.code);
  const days = page.getByRole('region', { name: 'Day by day' });
  await expect(days).toContainText('1 in 30 days');
  const slider = days.getByRole('slider', { name: 'Day' });
  await expect(slider).toHaveAttribute('aria-valuetext', /Clicks: 1\. Sign-ups: 1\./);
  await slider.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuetext', /Clicks: 0\. Sign-ups: 0\./);
  await expect(slider).toHaveAttribute('max', '29');
  await days.getByRole('button', { name: '90 days' }).click();
  await expect(days).toContainText('1 in 90 days');
  await expect(slider).toHaveAttribute('max', '89');

  await expect(commissions).toHaveCount(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    content.getByRole('link', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`gossamer-commissions-${partner.code}.csv`);
  const [heading = '', row = '', ...others] = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(heading).toBe(
    'Date (UTC),Payment,Kind,Paid (USD),Refunded (USD),Commission (USD),Earned (USD),Status,Held until (UTC)',
  );
  expect(row).toMatch(/,subscription,9\.00,0\.00,2\.25,2\.25,held,/);
  expect(others).toEqual(['']);
});

test.describe('the landing page', () => {
  test.use(asPerson);

  /** Resolves once the page has sent all of its tracking requests. */
  async function becomeIdle(page: Page): Promise<void> {
    await page.evaluate(async () => {
      await new Promise((resolve) => requestIdleCallback(resolve));
      // Send further requests. Once they have completed, all requests that the page made earlier have been sent as
      // well.
      for (let times = 0; times < 3; times += 1) await fetch('/robots.txt', { cache: 'no-store' });
    });
  }

  // Spec: 2.23, 7.46
  test('reports only well-formed referral codes, and none while a member is logged in', async ({ page }) => {
    const tracks = countTracks(page);
    for (const search of [
      '',
      '?ref=',
      `?ref=${encodeURIComponent('<script>alert(1)</script>')}`,
      '?ref=A-B-C-D',
    ]) {
      await page.goto(`/${search}`);
      await becomeIdle(page);
    }
    expect(tracks()).toBe(0);
    await followLink(page, 'http://any/?ref=nobody77');
    expect(tracks()).toBe(1);
    const cookies = async () => (await page.context().cookies()).map(({ name }) => name);
    expect(await cookies()).not.toContain('referral');
    const { referralLink } = await signUpPartner(page);
    await page.goto(`/${new URL(referralLink).search}`);
    await becomeIdle(page);
    expect(tracks()).toBe(1);
    const response = await page.request.post(trackPath, {
      data: { code: new URL(referralLink).searchParams.get('ref'), source: 'landing_page' },
    });
    expect(response.status()).toBe(204);
    expect(await cookies()).not.toContain('referral');
  });

  test.describe('when a referral click cannot be reported', () => {
    test.use({ expectedErrors: failedAnswer });

    // Spec: 7.48
    test('remains unchanged and shows no error', async ({ page }) => {
      await page.route(`**${trackPath}`, (route) => route.fulfill({ status: 500, body: 'oops' }));
      const response = page.waitForResponse(`**${trackPath}`);
      await page.goto('/?ref=NOBODY77');
      expect((await response).status()).toBe(500);
      await becomeIdle(page);
      await expect(page.getByTestId('hero')).toBeVisible();
      await expect(toastOf(page)).toHaveCount(0);
    });
  });
});
