import type { Locator, Page } from '@playwright/test';
import { signUpPro } from './checkout-page.ts';
import { expectProblem, fillIn, signUp } from './member.ts';
import { expect, test } from './test.ts';
import { expectToast } from './toasts.ts';
import { addWebhookByApi, signatureBy, signaturesOf, WebhookReceiver } from './webhook-receiver.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Webhooks', exact: true });
const hookOf = (page: Page) => section(page).getByTestId('webhook');

/** Expands the webhook and reveals its secret, if necessary. Returns the secret. */
async function readSecret(hook: Locator): Promise<string> {
  const open = hook.getByRole('button', { name: /^Secret/ });
  if ((await open.getAttribute('aria-expanded')) === 'false') await open.click();
  const show = hook.getByRole('button', { name: 'Show secret' });
  if (await show.isVisible()) await show.click();
  const code = hook.getByRole('region', { name: 'Signing secret' }).locator('code');
  await expect(code).toHaveText(/^whsec_/);
  return (await code.textContent()) ?? '';
}

async function sendTest(hook: Locator, status: 'delivered' | 'pending'): Promise<Locator> {
  await hook.getByRole('button', { name: /^Send test event/ }).click();
  const outcome = hook.getByTestId('test-outcome');
  await expect(outcome).toHaveAttribute('data-status', status, { timeout: 60_000 });
  return outcome;
}

test.describe('a webhook', () => {
  let receiver: WebhookReceiver;
  test.beforeEach(async () => {
    receiver = await new WebhookReceiver().start();
  });
  test.afterEach(() => receiver.stop());

  // Spec: 1.16
  test('can be added, and receives a signed test event, which can be resent', async ({ page }) => {
    await signUpPro(page);
    await page.goto('/account');
    await expect(section(page)).toContainText('No webhooks yet');
    await section(page).getByRole('button', { name: 'Add webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
    await fillIn(dialog, { URL: 'ftp://127.0.0.1/', Name: 'Production' });
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await expectProblem(page, 'URL', 'Please enter an https:// URL');
    await fillIn(dialog, { URL: receiver.url });
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await expectToast(page, 'Webhook added');
    const hook = hookOf(page);
    await expect(hook).toContainText(receiver.url);

    const secret = await readSecret(hook);
    await expect(await sendTest(hook, 'delivered')).toContainText('Responded with 200');
    const message = await receiver.message(1);
    expect(JSON.parse(message.body).type).toBe('webhook.test');
    expect(signaturesOf(message)).toEqual([signatureBy(secret, message)]);

    await hook.getByRole('button', { name: /^Deliveries/ }).click();
    const deliveries = hook.getByTestId('deliveries');
    const line = deliveries.getByRole('button', { name: /^Delivered\s?webhook\.test/ });
    await expect(line).toHaveCount(1);
    await line.click();
    const body = deliveries.getByRole('region', { name: 'Body' });
    expect(JSON.parse((await body.textContent()) ?? '')).toMatchObject({ type: 'webhook.test' });
    await expect(deliveries.getByTestId('response-excerpt')).toHaveText('Seen.');
    await deliveries.getByRole('button', { name: 'Send again' }).click();
    await expectToast(page, 'Sending again');
    const again = await receiver.message(2);
    expect(JSON.parse(again.body).type).toBe('webhook.test');
    expect(signaturesOf(again)).toEqual([signatureBy(secret, again)]);
    await expect(deliveries.locator('[data-status=pending]')).toHaveCount(0, { timeout: 60_000 });
  });

  test("shows the receiver's response and the next attempt after a rejected event", async ({ page }) => {
    receiver.status = 500;
    await signUpPro(page);
    await addWebhookByApi(page, receiver.url);
    await page.goto('/account');
    const hook = hookOf(page);
    await hook.getByRole('button', { name: /^Send test event/ }).click();
    const outcome = hook.getByTestId('test-outcome');
    await expect(outcome).toContainText('Responded with 500', { timeout: 60_000 });
    await expect(outcome).toContainText('Test event not delivered yet.');
    await expect(outcome).toContainText('Next attempt');
  });

  test('receives messages signed with both secrets after a rotation', async ({ page }) => {
    await signUpPro(page);
    await addWebhookByApi(page, receiver.url);
    await page.goto('/account');
    const hook = hookOf(page);
    const before = await readSecret(hook);
    await hook.getByRole('button', { name: 'Rotate secret' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Rotate the secret of “Production”?' });
    await expect(dialog).toContainText(/For 24 hours, until .+, each message is signed with both secrets\./);
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    await expect(hook).toContainText('Messages are also signed with the previous secret until');
    const after = await readSecret(hook);
    expect(after).not.toBe(before);
    await sendTest(hook, 'delivered');
    const message = await receiver.message(1);
    expect(signaturesOf(message).toSorted()).toEqual(
      [signatureBy(before, message), signatureBy(after, message)].toSorted(),
    );
    await page.reload();
    expect(await readSecret(hookOf(page))).toBe(after);
  });

  test('can be edited, disabled, enabled and deleted', async ({ page }) => {
    await signUpPro(page);
    await addWebhookByApi(page, receiver.url);
    await page.goto('/account');
    const hook = hookOf(page);
    await hook.getByRole('button', { name: 'Edit Production' }).click();
    const form = page.getByRole('dialog', { name: 'Edit webhook' });
    await expect(form.getByLabel('URL')).toHaveValue(receiver.url);
    await form.getByLabel('A compression fails').uncheck();
    await fillIn(form, { Name: 'Live' });
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(hook.getByRole('heading')).toHaveText('Live');
    await expect(hook).not.toContainText('compression.failed');

    await hook.getByRole('button', { name: 'Turn off Live' }).click();
    await expect(hook).toContainText('Turned off by you.');
    await expect(hook.getByRole('button', { name: /^Send test event/ })).toHaveCount(0);
    await page.reload();
    await hook.getByRole('button', { name: 'Turn on Live' }).click();
    await expectToast(page, 'Webhook is on');
    await sendTest(hook, 'delivered');

    await hook.getByRole('button', { name: 'Delete Live' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete “Live”?' });
    await dialog.getByRole('button', { name: 'Keep webhook' }).click();
    await expect(hook.getByRole('button', { name: 'Delete Live' })).toBeFocused();
    await hook.getByRole('button', { name: 'Delete Live' }).click();
    await dialog.getByRole('button', { name: 'Delete webhook' }).click();
    await expectToast(page, 'Webhook deleted');
    await expect(section(page)).toContainText('No webhooks yet');
    const left = await (await page.request.get('/api/webhooks')).json();
    expect(left.map(({ kind }: { kind: string }) => kind)).toEqual(['perJob']);
  });
});

test('the per-job webhook shows only its secret and its deliveries', async ({ page }) => {
  await signUpPro(page);
  await page.goto('/account');
  const perJob = page.getByTestId('per-job-webhook');
  await expect(perJob.getByRole('button')).toHaveText(['Deliveries', 'Secret']);
  expect(await readSecret(perJob)).toMatch(/^whsec_/);
  await perJob.getByRole('button', { name: /^Deliveries/ }).click();
  await expect(perJob).toContainText('Nothing has been sent yet.');
});

test('the webhooks page explains webhooks to members without Pro and links to the pricing page', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/account');
  await expect(section(page)).toContainText('With Pro, your server gets a signed message');
  await expect(section(page).getByTestId('per-job-webhook')).toHaveCount(0);
  await expect(section(page).getByRole('button')).toHaveCount(0);
  await section(page).getByRole('link', { name: 'See Pro' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
});
