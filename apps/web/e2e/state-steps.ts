import type { Page } from '@playwright/test';
import { dashboardPath, referByApi, signUpPartner } from './affiliate-page.ts';
import { compressByApi, tinyPng } from './api-images.ts';
import { signUpPro } from './checkout-page.ts';
import { fixture, textFile } from './compress-page.ts';
import { signUp } from './member.ts';
import { toastOf } from './toasts.ts';
import { addWebhookByApi } from './webhook-receiver.ts';

const fileInput = '[data-testid=drop-zone] input[type=file]';
export const rows = '[data-testid=file-row]';

export async function addFiles(page: Page): Promise<void> {
  const longName = `${'a-very-long-name-'.repeat(6)}.png`;
  await page
    .locator(fileInput)
    .first()
    .setInputFiles([
      fixture('waterfall.jpg'),
      fixture('terminal.png', longName),
      textFile('broken.jpg', 'image/jpeg'),
      textFile('notes.txt', 'text/plain'),
    ]);
  await page.locator(rows).nth(2).waitFor();
}

export async function compress(page: Page): Promise<void> {
  await addFiles(page);
  await page.getByTestId('action-bar').getByRole('button').last().click();
  await page.waitForFunction(
    (selector) =>
      Array.from(document.querySelectorAll(selector)).every((row) =>
        /completed|failed/.test(row.getAttribute('data-status') ?? ''),
      ),
    rows,
    { timeout: 120_000 },
  );
  await toastOf(page).waitFor();
}

/** Opens the history of a new member with two results and a deleted result. */
export async function showHistory(page: Page): Promise<void> {
  await signUp(page);
  const gone = await compressByApi(page, tinyPng('gone.png'));
  await page.request.delete(`/api/compression/${gone.id}`);
  await compressByApi(page, fixture('waterfall.jpg'));
  await compressByApi(page, fixture('terminal.png', `${'a-very-long-name-'.repeat(6)}.png`));
  await page.goto(page.url().replace('/compress', '/history'), { waitUntil: 'networkidle' });
  await page.locator('[data-testid=history-row]').nth(2).waitFor();
}

/** Opens the dashboard of a new partner, either empty or with a commission. */
export async function showAffiliateDashboard(page: Page, isEmpty: boolean): Promise<void> {
  const partner = await signUpPartner(page);
  if (!isEmpty) await referByApi(page, partner);
  await page.goto(page.url().replace('/compress', dashboardPath(partner.code)), { waitUntil: 'networkidle' });
  await page.locator('[data-testid=affiliate-dashboard]').waitFor();
}

/** Opens the account page of a new member with Pro. If `webhookUrl` is given, adds a webhook. */
export async function showAccount(page: Page, webhookUrl?: string): Promise<void> {
  await signUpPro(page);
  if (webhookUrl !== undefined) await addWebhookByApi(page, webhookUrl);
  await page.goto(page.url().replace('/compress', '/account'), { waitUntil: 'networkidle' });
  await page.locator('[data-testid=per-job-webhook]').waitFor();
}

export const payment = '[data-testid=payment]';

export async function waitForPayment(page: Page): Promise<void> {
  await page.locator(`${payment} button[type=submit]:enabled`).waitFor();
}
