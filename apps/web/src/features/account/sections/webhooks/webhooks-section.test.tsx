// @vitest-environment jsdom
import type { SessionUser } from '@gossamer/contracts/session-user';
import { maxWebhooks, type Webhook } from '@gossamer/contracts/webhooks';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { i18n, startI18n } from '../../../../i18n/i18n.ts';
import { type Answer, errorAnswer, ProtocolServer } from '../../../../test/protocol-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { someUser } from '../../../../test/some-user.ts';
import { someDelivery, someDetail, somePerJob, someWebhook } from '../../../../test/some-webhooks.ts';
import { WebhooksSection } from './webhooks-section.tsx';

declare const jsdom: { reconfigure(options: { url: string }): void };

const list = 'GET /api/webhooks';
const add = 'POST /api/webhooks';
const change = 'PATCH /api/webhooks/w1';
const remove = 'DELETE /api/webhooks/w1';
const test = 'POST /api/webhooks/w1/test';

let server: ProtocolServer;
beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces(['webhooks', 'account', 'errors']);
});
beforeEach(async () => {
  server = new ProtocolServer();
  jsdom.reconfigure({ url: await server.start() });
  have(someWebhook());
});
afterEach(() => server.stop());

const have = (...endpoints: Webhook[]) => {
  server.answers[list] = [{ status: 200, body: [...endpoints, somePerJob] }];
};
const ok = (body: unknown, status = 200): Answer => ({ status, body });
const open = (changes: Partial<SessionUser> = {}) =>
  renderPart(<WebhooksSection user={someUser({ isPremium: true, ...changes })} />);
const hooks = () => screen.findAllByTestId('webhook');
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const bodyOf = (route: string) => server.requests.findLast((request) => request.route === route)?.body;

describe('the list of webhooks', () => {
  it.each([
    [{}, 'On', null],
    [{ isEnabled: false, disabledReason: 'owner' as const }, 'Off', 'Turned off by you.'],
    [
      { isEnabled: false, disabledReason: 'gone' as const },
      'Off',
      'Turned off: the server responded with 410 Gone.',
    ],
    [
      { isEnabled: false, disabledReason: 'failing' as const },
      'Off',
      'Turned off: no message could be delivered for five days.',
    ],
  ])('shows the state of a webhook: %j', async (changes, state, reason) => {
    have(someWebhook(changes));
    open();
    const hook = within((await hooks())[0] as HTMLElement);
    expect(hook.getByText(state)).toBeDefined();
    if (reason) expect(hook.getByText(reason)).toBeDefined();
    expect(hook.queryAllByRole('button', { name: /^Send test event/ })).toHaveLength(state === 'On' ? 1 : 0);
  });

  it('contains the per-job webhook, which cannot be changed', async () => {
    have();
    open();
    const perJob = within(await screen.findByTestId('per-job-webhook'));
    expect(perJob.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Deliveries',
      'Secret',
    ]);
    expect(screen.getByText('No webhooks yet')).toBeDefined();
  });

  it('requires a confirmed email address before a webhook can be added', async () => {
    open({ isEmailVerified: false });
    expect(await hooks()).toHaveLength(1);
    expect(screen.getByText(/^Confirm your email address first\./)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Resend link' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Add webhook' })).toBeNull();
  });

  it('has no button to add a webhook beyond the maximum per account', async () => {
    have(...Array.from({ length: maxWebhooks }, (_, index) => someWebhook({ id: `w${index + 1}` })));
    open();
    expect(await screen.findByText(/^You have 10 webhooks, the maximum/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Add webhook' })).toBeNull();
  });

  it('shows an error if loading fails, and can be reloaded', async () => {
    server.answers[list] = [errorAnswer(503, 'unavailable'), ok([someWebhook(), somePerJob])];
    open();
    expect(await screen.findByText('The webhooks could not be loaded.')).toBeDefined();
    press('Try again');
    expect(await hooks()).toHaveLength(1);
  });
});

describe('the form that adds a webhook', () => {
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Add a webhook' }));
  const fill = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const submit = async () => fireEvent.click((await dialog()).getByRole('button', { name: 'Add webhook' }));

  it('sends the name, the URL and the events', async () => {
    have();
    server.answers[add] = [ok(someWebhook({ eventTypes: ['compression.failed'] }), 201)];
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Add webhook' }));
    await dialog();
    fill('URL', ' https://hooks.studio-rand.example/gossamer ');
    fill('Name', ' Production ');
    fireEvent.click(screen.getByLabelText('A compression completes'));
    await submit();
    expect(await hooks()).toHaveLength(1);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(bodyOf(add)).toEqual({
      url: 'https://hooks.studio-rand.example/gossamer',
      label: 'Production',
      eventTypes: ['compression.failed'],
    });
  });

  it("marks invalid fields before submitting, and shows the server's error for the URL", async () => {
    const body = { code: 'address_not_allowed', message: 'A.', requestId: 'r', field: 'url' };
    server.answers[add] = [{ status: 422, body }];
    open();
    await hooks();
    press('Add webhook');
    await dialog();
    fireEvent.click(screen.getByLabelText('A compression completes'));
    fireEvent.click(screen.getByLabelText('A compression fails'));
    fill('URL', 'ftp://hooks.studio-rand.example');
    await submit();
    expect(await screen.findByText(/^Please enter an https:\/\/ URL/)).toBeDefined();
    expect(screen.getByText('Please enter a name')).toBeDefined();
    expect(screen.getByText('Choose at least one event')).toBeDefined();
    expect(bodyOf(add)).toBeUndefined();
    fill('URL', 'https://10.0.0.1/');
    fill('Name', 'Production');
    fireEvent.click(screen.getByLabelText('A compression fails'));
    await submit();
    expect(await screen.findByText(/points to a private network/)).toBeDefined();
  });
});

describe('a webhook', () => {
  it('can be edited', async () => {
    const edited = someWebhook({ label: 'Live' });
    server.answers[change] = [ok(edited)];
    open();
    await hooks();
    press('Edit Production');
    await screen.findByRole('dialog', { name: 'Edit webhook' });
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Live' } });
    press('Save');
    expect(await screen.findByRole('heading', { name: 'Live' })).toBeDefined();
    expect(bodyOf(change)).toEqual({
      url: edited.url,
      label: 'Live',
      eventTypes: ['compression.completed', 'compression.failed'],
    });
  });

  it('can be disabled and enabled', async () => {
    const off = someWebhook({ isEnabled: false, disabledReason: 'owner' });
    server.answers[change] = [ok(off), ok(someWebhook())];
    server.answers[list] = [ok([someWebhook()]), ok([off]), ok([someWebhook()])];
    open();
    await hooks();
    press('Turn off Production');
    expect(await screen.findByText('Webhook is off')).toBeDefined();
    expect(bodyOf(change)).toEqual({ isEnabled: false });
    press('Turn on Production');
    expect(await screen.findByText('Webhook is on')).toBeDefined();
    expect(bodyOf(change)).toEqual({ isEnabled: true });
  });

  it.each([
    ['it still exists', ok(undefined, 204)],
    ['it was already deleted in another window', errorAnswer(404, 'webhook_not_found')],
  ])('is deleted after a confirmation if %s', async (_, answer) => {
    server.answers[remove] = [answer];
    open();
    await hooks();
    press('Delete Production');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete “Production”?' }));
    expect(
      dialog.getByText(/^No more messages will be sent to https:\/\/hooks\.studio-rand\.example/),
    ).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Delete webhook' }));
    expect(await screen.findByText('Webhook deleted')).toBeDefined();
    await waitFor(() => expect(screen.queryByTestId('webhook')).toBeNull());
  });
});

describe('a test event', () => {
  const pending = someDelivery({ id: 'd1', type: 'webhook.test', status: 'pending', lastStatus: null });
  const read = 'GET /api/webhooks/w1/deliveries/d1';

  it.each([
    ['delivered', { status: 'delivered' }, 'Test event delivered.', 'Responded with 200'],
    [
      'failed',
      { status: 'failed', lastStatus: null, lastFault: 'timeout' },
      'Test event not delivered.',
      'No response in time',
    ],
  ] as const)('is polled until it is %s', async (_, changes, text, answer) => {
    server.answers[test] = [ok({ ...pending, attemptCount: 0 }, 202)];
    server.answers[read] = [ok(someDetail(changes))];
    open();
    await hooks();
    press('Send test event Production');
    expect(await screen.findByText('Test event sent. Waiting for a response.')).toBeDefined();
    expect(await screen.findByText(text, {}, { timeout: 5_000 })).toBeDefined();
    expect(screen.getByText(answer)).toBeDefined();
  });

  it('cannot be sent to a disabled webhook, and the reason is shown', async () => {
    server.answers[test] = [errorAnswer(409, 'webhook_disabled')];
    open();
    await hooks();
    press('Send test event Production');
    expect(await screen.findByText('This webhook is turned off. Turn it on first.')).toBeDefined();
  });
});

describe('the webhooks of a member without Pro', () => {
  it('are replaced by an introduction with a link to Pro if there are none', async () => {
    have();
    open({ isPremium: false });
    expect(screen.getByText(/^With Pro, your server gets a signed message/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'See Pro' }).getAttribute('href')).toBe('/pricing');
    await waitFor(() => expect(server.requests).toHaveLength(1));
    expect(screen.queryByTestId('per-job-webhook')).toBeNull();
  });

  it('are still listed, but can only be deleted', async () => {
    open({ isPremium: false });
    const [hook] = await hooks();
    const buttons = within(hook as HTMLElement).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Delete']);
  });
});
