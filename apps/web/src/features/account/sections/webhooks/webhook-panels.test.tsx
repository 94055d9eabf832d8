// @vitest-environment jsdom
import type { Webhook } from '@gossamer/contracts/webhooks';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { i18n, startI18n } from '../../../../i18n/i18n.ts';
import { type Answer, errorAnswer, ProtocolServer } from '../../../../test/protocol-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { someDelivery, someDetail, someWebhook } from '../../../../test/some-webhooks.ts';
import { DeliveriesPanel } from './deliveries/deliveries-panel.tsx';
import { SecretPanel } from './secret/secret-panel.tsx';

declare const jsdom: { reconfigure(options: { url: string }): void };

const url = '/api/webhooks/w1';
const list = `GET ${url}/deliveries`;
const detail = `GET ${url}/deliveries/d1`;
const replay = `POST ${url}/deliveries/d1/replay`;
const ok = (body: unknown, headers?: Record<string, string>): Answer => ({
  status: 200,
  body,
  ...(headers && { headers }),
});

let server: ProtocolServer;
beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces(['webhooks', 'account', 'errors']);
});
beforeEach(async () => {
  server = new ProtocolServer();
  jsdom.reconfigure({ url: await server.start() });
});
afterEach(() => server.stop());

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

describe('a webhook secret', () => {
  const secret = (text: string, previousSecretEndsAt: string | null = null) =>
    ok({ secret: `whsec_${text}`, previousSecretEndsAt });
  const open = (changes: Partial<Webhook> = {}) => renderPart(<SecretPanel webhook={someWebhook(changes)} />);

  it('is loaded when it is shown and discarded when it is hidden', async () => {
    server.answers[`GET ${url}/secret`] = [secret('one'), secret('two')];
    open();
    expect(server.requests).toEqual([]);
    await press('Show secret');
    expect(await screen.findByText('whsec_one')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Copy Signing secret' })).toBeDefined();
    await press('Hide secret');
    expect(screen.queryByText('whsec_one')).toBeNull();
    await press('Show secret');
    expect(await screen.findByText('whsec_two')).toBeDefined();
  });

  it('is rotated after a confirmation that states how long both secrets are valid', async () => {
    const until = new Date(Date.now() + 86_400_000).toISOString();
    server.answers[`POST ${url}/rotate`] = [secret('new', until)];
    server.answers[`GET ${url}/secret`] = [secret('new', until)];
    open();
    await press('Rotate secret');
    const question = 'Rotate the secret of “Production”?';
    const dialog = within(await screen.findByRole('alertdialog', { name: question }));
    expect(
      dialog.getByText(/For 24 hours, until .+, each message is signed with both secrets/),
    ).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Rotate secret' }));
    expect(await screen.findByText('whsec_new')).toBeDefined();
    expect(await screen.findByText(/^Messages are signed with both secrets until /)).toBeDefined();
  });

  it('is rotated again only after a warning that the previous secret would become invalid', async () => {
    open({ previousSecretEndsAt: new Date(Date.now() + 3_600_000).toISOString() });
    expect(screen.getByText(/^Messages are also signed with the previous secret until /)).toBeDefined();
    await press('Rotate secret');
    expect(await screen.findByText(/The previous one stops working immediately\.$/)).toBeDefined();
  });

  it('is rotated without a warning if the previous secret has expired', () => {
    open({ previousSecretEndsAt: new Date(Date.now() - 1_000).toISOString() });
    expect(screen.queryByText(/^Messages are also signed with the previous secret/)).toBeNull();
  });

  it('can be reloaded after a failure', async () => {
    server.answers[`GET ${url}/secret`] = [errorAnswer(503, 'unavailable'), secret('one')];
    open();
    await press('Show secret');
    await press('Try again');
    expect(await screen.findByText('whsec_one')).toBeDefined();
  });
});

describe('the deliveries of a webhook', () => {
  const open = (changes: Partial<Webhook> = {}) =>
    renderPart(<DeliveriesPanel webhook={someWebhook(changes)} />);
  const lines = async () =>
    (await screen.findAllByRole('button', { expanded: false })).map(({ textContent }) => textContent);

  it('show their status', async () => {
    const nextAttemptAt = new Date(2025, 10, 21, 11, 12).toISOString();
    server.answers[list] = [
      ok([
        someDelivery(),
        someDelivery({
          id: 'd2',
          status: 'pending',
          attemptCount: 2,
          nextAttemptAt,
          lastStatus: 500,
          lastFault: 'status',
        }),
        someDelivery({ id: 'd3', status: 'failed', attemptCount: 9, lastFault: 'timeout' }),
        someDelivery({ id: 'd4', status: 'failed', attemptCount: 0, lastStatus: null }),
        someDelivery({ id: 'd5', status: 'pending', lastStatus: null, nextAttemptAt }),
      ]),
    ];
    open();
    const at = 'Nov 21, (2025, )?10:42 AM$';
    const type = String.raw`compression\.completed`;
    const expected = [
      `^Delivered${type}Responded with 2001 attempt${at}`,
      `^Waiting${type}Responded with 5002 attemptsNext attempt Nov 21, (2025, )?11:12 AM${at}`,
      `^Failed${type}No response in time9 attempts${at}`,
      `^Failed${type}Never sent${at}`,
      `^Waiting${type}No response yet1 attempt${at}`,
    ];
    expect(await lines()).toEqual(expected.map((text) => expect.stringMatching(new RegExp(text))));
  });

  it('are loaded page by page', async () => {
    const headers = { link: `<${url}/deliveries?cursor=x>; rel="next"` };
    server.answers[list] = [ok([someDelivery()], headers)];
    server.answers[`${list}?cursor=x`] = [errorAnswer(503, 'unavailable'), ok([someDelivery({ id: 'd2' })])];
    open();
    await press('Show more');
    expect(await screen.findByText('Could not load more deliveries')).toBeDefined();
    await press('Show more');
    await waitFor(async () => expect(await lines()).toHaveLength(2));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('expand to show the body and the response, and can be resent', async () => {
    server.answers[list] = [ok([someDelivery()])];
    server.answers[detail] = [ok(someDetail())];
    server.answers[replay] = [
      { status: 202, body: someDelivery({ status: 'pending', attemptCount: 0, lastStatus: null }) },
    ];
    open();
    await press(/^Delivered/);
    const body = await screen.findByRole('region', { name: 'Body' });
    expect(JSON.parse(body.textContent ?? '')).toEqual(someDetail().payload);
    const attempt = screen.getAllByRole('listitem').at(-1)?.textContent;
    expect(attempt).toMatch(/^Nov 21, 10:42:07 AMResponded with 200Took 84 msok$/);
    await press('Send again');
    expect(await screen.findByText('Sending again')).toBeDefined();
    expect(screen.getByText('Waiting')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send again' }).disabled).toBe(true);
  });

  it('show that the body was deleted with its compression', async () => {
    server.answers[list] = [ok([someDelivery()])];
    server.answers[detail] = [ok(someDetail({ payload: null }))];
    open();
    await press(/^Delivered/);
    expect(await screen.findByText(/^The body was deleted together with its compression/)).toBeDefined();
  });

  it('cannot be resent while the webhook is disabled', async () => {
    server.answers[list] = [ok([someDelivery()])];
    server.answers[detail] = [ok(someDetail())];
    open({ isEnabled: false, disabledReason: 'owner' });
    await press(/^Delivered/);
    expect(await screen.findByText('Turn on the webhook to send this message again.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  });

  it('are replaced by a message if there are none or if loading fails', async () => {
    server.answers[list] = [errorAnswer(503, 'unavailable'), ok([])];
    open();
    expect(await screen.findByText('The deliveries could not be loaded.')).toBeDefined();
    await press('Try again');
    expect(await screen.findByText('Nothing has been sent yet.')).toBeDefined();
  });
});
