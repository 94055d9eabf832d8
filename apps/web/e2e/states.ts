import { planLimits } from '@gossamer/contracts/limits';
import type { Page } from '@playwright/test';
import { signUpPartner } from './affiliate-page.ts';
import { compressManyByApi } from './api-images.ts';
import { signUp } from './member.ts';
import {
  addFiles,
  compress,
  payment,
  rows,
  showAccount,
  showAffiliateDashboard,
  showHistory,
  waitForPayment,
} from './state-steps.ts';

/** A screen in a certain state that tests can reach without language-dependent selectors. */
export type State = {
  name: string;
  path: string;
  reach?: (page: Page) => Promise<void>;
  /** Whether the state exists only on phones. */
  isPhoneOnly?: boolean;
  /** Whether a member is logged in for this state. */
  isMember?: boolean;
  /** Whether a member with Pro is logged in for this state. */
  isPro?: boolean;
  /** Whether the cookie banner is shown. */
  asksConsent?: boolean;
};

export const states: State[] = [
  { name: 'landing', path: '/' },
  { name: 'consent', path: '/', asksConsent: true },
  { name: 'compress', path: '/compress' },
  { name: 'recipe', path: '/heic-to-jpg' },
  { name: 'recipe-size', path: '/compress-to-20kb' },
  {
    name: 'advanced',
    path: '/compress?filter=sepia&resize=1',
    reach: (page) => page.locator('main button[aria-expanded=true]').first().waitFor(),
  },
  { name: 'files', path: '/compress', reach: addFiles },
  { name: 'results', path: '/compress', reach: compress },
  {
    name: 'compare',
    path: '/compress',
    reach: async (page) => {
      await compress(page);
      // Click the first line of a completed row, which opens the comparison. Other lines can contain a link to the next
      // preset.
      const cover = page.locator(`${rows}[data-status=completed] button:visible:not(.link)`).first();
      await cover.click({ position: { x: 24, y: 12 } });
      const images = page.getByRole('dialog').locator('img');
      await images.nth(1).waitFor();
      await Promise.all(
        [0, 1].map((side) => images.nth(side).evaluate((image: HTMLImageElement) => image.decode())),
      );
    },
  },
  {
    name: 'clear',
    path: '/compress',
    reach: async (page) => {
      await addFiles(page);
      await page.getByTestId('action-bar').getByRole('button').first().click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'settings-sheet',
    path: '/compress',
    isPhoneOnly: true,
    reach: async (page) => {
      await addFiles(page);
      await page.locator('button.card[aria-haspopup=dialog]').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'saved-settings',
    path: '/compress',
    isMember: true,
    reach: async (page) => {
      await page.locator('main button[aria-expanded=false]').last().click();
      await page.locator('main fieldset > button[aria-haspopup=dialog]').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'languages',
    path: '/compress',
    reach: async (page) => {
      await page.locator('header [aria-haspopup=menu]:has(img[src*=flags])').click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'phone-menu',
    path: '/compress',
    isPhoneOnly: true,
    reach: (page) => page.locator('header [aria-controls]').last().click(),
  },
  {
    name: 'account-menu',
    path: '/privacy',
    isMember: true,
    reach: async (page) => {
      await page.locator('header [aria-haspopup=menu]:has(.avatar)').click();
      await page.getByRole('menu').waitFor();
    },
  },
  { name: 'login', path: '/login' },
  {
    name: 'login-failed',
    path: '/login',
    reach: async (page) => {
      await page.locator('main input[type=email]').fill('nobody@gossamer.example');
      await page.locator('main input[type=password]').fill('wrong-horse');
      await page.locator('main button[type=submit]').click();
      await page.locator('form [role=alert]').waitFor();
    },
  },
  {
    name: 'signup-problems',
    path: '/signup',
    reach: async (page) => {
      await page.locator('main input[type=password]').first().fill('password');
      await page.getByTestId('strength').waitFor();
      await page.locator('main button[type=submit]').click();
      await page.getByTestId('field-error').last().waitFor();
    },
  },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: `/reset-password?token=${'a'.repeat(32)}` },
  { name: 'reset-invalid', path: '/reset-password?token=x' },
  { name: 'verify-invalid', path: '/verify-email?token=x' },
  { name: 'account', path: '/account', isMember: true },
  {
    name: 'account-delete',
    path: '/account',
    isMember: true,
    reach: async (page) => {
      await page.getByTestId('account-section').last().getByRole('button').click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'home', path: '/', isMember: true },
  { name: 'compress-member', path: '/compress', isMember: true },
  { name: 'history-empty', path: '/history', isMember: true },
  {
    name: 'history',
    path: '/compress',
    reach: (page) => showHistory(page),
  },
  {
    name: 'history-delete',
    path: '/compress',
    reach: async (page) => {
      await showHistory(page);
      await page.locator('[data-testid=history-row] button').last().click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'limit',
    path: '/compress',
    reach: async (page) => {
      await signUp(page);
      await compressManyByApi(page, planLimits.free.dailyCompressions);
      await page.reload();
      await page.locator('[data-testid=limit-notice]').waitFor();
    },
  },
  { name: 'pricing', path: '/pricing' },
  { name: 'pricing-pro', path: '/pricing', isPro: true },
  { name: 'checkout', path: '/checkout', reach: waitForPayment },
  {
    name: 'checkout-member',
    path: '/checkout',
    isMember: true,
    // Expand all collapsed sections and show the errors for the card fields.
    reach: async (page) => {
      await waitForPayment(page);
      await page.locator(`${payment} summary`).click();
      await page.locator(`${payment} [data-testid=promo-toggle]`).click();
      await page.locator(`${payment} button[type=submit]`).click();
      await page.getByText('security code is incomplete').waitFor();
    },
  },
  { name: 'checkout-pro', path: '/checkout', isPro: true },
  {
    name: 'account-pro',
    path: '/account',
    isPro: true,
    reach: (page) => page.getByTestId('account-section').locator('a[href^="mailto:"]').waitFor(),
  },
  {
    name: 'api-key',
    path: '/compress',
    reach: async (page) => {
      await showAccount(page);
      const form = page.locator('[data-testid=account-section]:has([data-testid=api-key-form])');
      await form.locator('input[name=label]').fill('Build server');
      await form.locator('select').selectOption('90');
      await form.locator('button[type=submit]').click();
      await page.locator('[data-testid=new-api-key]').waitFor();
      await page.locator('[data-testid=api-keys] li').waitFor();
    },
  },
  {
    name: 'webhook-add',
    path: '/compress',
    // Submit the form without input to show all errors.
    reach: async (page) => {
      await showAccount(page);
      await page.locator('[data-testid=add-webhook]').click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('input[type=checkbox]').first().waitFor();
      for (const box of await dialog.locator('input[type=checkbox]').all()) await box.uncheck();
      await dialog.locator('button[type=submit]').click();
      await dialog.getByTestId('field-error').nth(2).waitFor();
    },
  },
  {
    name: 'webhooks',
    path: '/compress',
    // Send a test event that fails, because no server listens on the webhook's port.
    reach: async (page) => {
      await showAccount(page, 'http://127.0.0.1:9/');
      const hook = page.locator('[data-testid=webhook]');
      // The buttons are in this order: test event, deliveries, secret, others.
      await hook.locator('[data-testid=webhook-actions] button').nth(0).click();
      await hook.locator('[data-testid=test-outcome]').waitFor();
      await hook.locator('[data-testid=webhook-actions] button').nth(1).click();
      await hook.locator('li[data-status] > button').last().click();
      await hook.locator('pre').waitFor();
      const perJob = page.locator('[data-testid=per-job-webhook]');
      await perJob.locator('[data-testid=webhook-actions] button').nth(1).click();
      await perJob.locator('[data-testid=webhook-panel] button').first().click();
      await perJob.locator('[data-testid=webhook-panel] code').waitFor();
    },
  },
  { name: 'affiliate-visitor', path: '/affiliate' },
  {
    name: 'affiliate',
    path: '/affiliate',
    isMember: true,
    // Submit the form without input to show all errors.
    reach: async (page) => {
      const form = page.locator('[data-testid=affiliate-form]');
      for (const input of await form.locator('input').all()) await input.fill('');
      await form.locator('button[type=submit]').click();
      await form.getByTestId('field-error').nth(1).waitFor();
    },
  },
  {
    name: 'affiliate-partner',
    path: '/compress',
    reach: async (page) => {
      await signUpPartner(page);
      await page.goto(page.url().replace('/compress', '/affiliate'), { waitUntil: 'networkidle' });
      await page.locator('[data-testid=affiliate-partner]').waitFor();
    },
  },
  {
    name: 'affiliate-dashboard',
    path: '/compress',
    reach: (page) => showAffiliateDashboard(page, false),
  },
  {
    name: 'affiliate-dashboard-empty',
    path: '/compress',
    reach: (page) => showAffiliateDashboard(page, true),
  },
  {
    name: 'affiliate-unknown',
    path: '/affiliate/dashboard/NOBODY',
    isMember: true,
    reach: (page) => page.locator('main .gather-mark').waitFor(),
  },
  { name: 'privacy', path: '/privacy' },
  { name: 'terms', path: '/terms' },
  { name: 'not-found', path: '/no/such/page' },
];
