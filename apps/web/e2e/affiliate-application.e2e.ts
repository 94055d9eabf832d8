import { openClipboard } from './affiliate-page.ts';
import { layoutFaults } from './layout-faults.ts';
import { expectProblem, fillIn, signUp } from './member.ts';
import { expect, test } from './test.ts';
import { expectToast } from './toasts.ts';

// Spec: 2.12, 2.154, 2.155, 2.156, 2.159, 2.160, 2.161, 2.162, 4.38, 4.39, 6.9, 8.44, 8.45
test('an affiliate application is approved immediately, and the page shows the referral link', async ({
  page,
}) => {
  const { email } = await signUp(page);
  const readClipboard = await openClipboard(page);
  await page.goto('/affiliate');
  await expect(page).toHaveTitle('Affiliate program · Gossamer');
  await expect(page.getByRole('main')).toContainText('You earn 25% of every payment');
  await expect(page.getByRole('main')).toContainText('20 members, $45 a month');
  const form = page.getByTestId('affiliate-form');
  await expect(form.getByLabel('Full name')).toHaveValue('Maya Rand');
  await expect(form.getByLabel('Email')).toHaveValue(email);
  expect(await layoutFaults(page)).toEqual([]);

  const apply = form.getByRole('button', { name: 'Apply' });
  await fillIn(form, { 'Full name': ' M ', Email: 'maya@' });
  await apply.click();
  await expectProblem(page, 'Full name', 'Full name must be at least 2 characters');
  await expectProblem(page, 'Email', 'Please enter a valid email address');
  await fillIn(form, { 'Full name': 'Zoë Rand', Email: email });
  await fillIn(form, {
    'Website or social account (optional)': 'zoe.example',
    'How will you promote Gossamer? (optional)': 'By a\nlist of tools.',
  });
  await apply.dblclick();
  await expectToast(page, 'Application Approved!', 'Your link is ready.');

  const partner = page.getByTestId('affiliate-partner');
  await expect(partner.getByRole('heading', { name: 'You are a partner' })).toBeFocused();
  const code = await partner.locator('dd code').textContent();
  expect(code).toMatch(/^[0-9A-Z]{4,20}$/);
  await expect(partner.locator('dd')).toHaveText(['Zoë Rand', code ?? '', '25% of every payment']);
  await expect(partner.getByRole('heading', { name: 'Next steps' })).toBeVisible();
  await expect(partner.getByRole('listitem')).toHaveCount(3);
  const link = await partner.locator('code[title]').textContent();
  expect(new URL(link ?? '')).toMatchObject({ pathname: '/', search: `?ref=${code}` });
  await partner.getByRole('button', { name: 'Copy' }).click();
  await expectToast(page, 'Copied!');
  expect(await readClipboard()).toBe(link);
  expect(await layoutFaults(page)).toEqual([]);

  const opened = page.waitForEvent('popup');
  await partner.getByRole('link', { name: 'Open your dashboard' }).click();
  const dashboard = await opened;
  await expect(dashboard).toHaveURL(new RegExp(`/affiliate/dashboard/${code}$`));
  await expect(dashboard.getByTestId('affiliate-dashboard')).toBeVisible();
  await expect(dashboard.getByTestId('commissions')).toContainText('No commissions yet');
  expect(await layoutFaults(dashboard)).toEqual([]);

  await page.reload();
  await expect(partner.locator('dd code')).toHaveText(code ?? '');
  await expect(form).toHaveCount(0);
});
