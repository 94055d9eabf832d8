// @vitest-environment jsdom
import { type ApiKey, maxApiKeys } from '@gossamer/contracts/api-keys';
import type { SessionUser } from '@gossamer/contracts/session-user';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { i18n, startI18n } from '../../../../i18n/i18n.ts';
import { errorAnswer, ProtocolServer } from '../../../../test/protocol-server.ts';
import { renderPart } from '../../../../test/render-part.tsx';
import { someUser } from '../../../../test/some-user.ts';
import { ApiKeysSection } from './api-keys-section.tsx';

declare const jsdom: { reconfigure(options: { url: string }): void };

const list = 'GET /api/keys';
const create = 'POST /api/keys';
const revoke = 'DELETE /api/keys/k1';
const token = `gsm_${'0'.repeat(36)}7f3q`;
const someKey = (changes: Partial<ApiKey> = {}): ApiKey => ({
  id: 'k1',
  label: 'Build server',
  hint: '7f3q',
  scopes: [],
  createdAt: new Date(2025, 10, 21, 10, 42).toISOString(),
  lastUsedAt: null,
  expiresAt: null,
  isExpired: false,
  ...changes,
});

let server: ProtocolServer;
beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces(['apiKeys', 'account', 'errors']);
});
beforeEach(async () => {
  server = new ProtocolServer();
  jsdom.reconfigure({ url: await server.start() });
  have([someKey()]);
});
afterEach(() => server.stop());

const have = (keys: ApiKey[]) => {
  server.answers[list] = [{ status: 200, body: keys }];
};
const open = (changes: Partial<SessionUser> = {}) =>
  renderPart(<ApiKeysSection user={someUser({ isPremium: true, ...changes })} />);
const rows = async () =>
  (await within(await screen.findByTestId('api-keys')).findAllByRole('listitem')).map(
    ({ textContent }) => textContent,
  );
const fill = (value: string) =>
  fireEvent.change(screen.getByLabelText('Name of the new key'), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

describe('the API keys of a member with Pro', () => {
  it('are listed by their last characters', async () => {
    const lastUsedAt = new Date(2025, 10, 22, 9, 5).toISOString();
    have([someKey(), someKey({ id: 'k2', label: 'Shop', hint: 'a0x9', lastUsedAt })]);
    open();
    expect(await rows()).toEqual([
      expect.stringMatching(/^Build servergsm_…7f3qCreated Nov 21, .*10:42 AMNever usedNever expiresRevoke$/),
      expect.stringMatching(
        /^Shopgsm_…a0x9Created Nov 21, .*10:42 AMLast used Nov 22, .*9:05 AMNever expiresRevoke$/,
      ),
    ]);
    expect(screen.getByRole('link', { name: 'API reference' }).getAttribute('href')).toBe('/api/docs');
  });

  it('are shown in full only once, with a command to test the key', async () => {
    have([]);
    server.answers[create] = [{ status: 201, body: { ...someKey(), token } }];
    open();
    expect(await screen.findByText('No keys yet')).toBeDefined();
    fill(' Build server ');
    press('Create key');
    const box = within(await screen.findByTestId('new-api-key'));
    expect(server.requests.at(-1)).toEqual({
      route: create,
      body: { label: 'Build server', scopes: [], expiresInDays: null },
    });
    expect(box.getByText('Copy it now. It will not be shown again.')).toBeDefined();
    expect(box.getByText(token)).toBeDefined();
    const line = `curl -H "Authorization: Bearer ${token}" ${window.location.origin}/api/v1/usage`;
    expect(box.getByText(line)).toBeDefined();
    expect(box.getByRole('button', { name: 'Copy Key' })).toBeDefined();
    expect(document.activeElement).toBe(box.getByRole('heading'));
    expect(screen.getByLabelText<HTMLInputElement>('Name of the new key').value).toBe('');
    press('Done');
    expect(screen.queryByText(token)).toBeNull();
    expect(await rows()).toHaveLength(1);
  });

  it('grant access to website uploads only on request, and are labeled accordingly', async () => {
    server.answers[create] = [
      { status: 201, body: { ...someKey({ id: 'k2', scopes: ['web_uploads'] }), token } },
    ];
    open();
    expect(await rows()).toEqual([expect.not.stringContaining('Includes website uploads')]);
    fill('Backup');
    const box = screen.getByLabelText<HTMLInputElement>('Include images uploaded on the website');
    expect(box.checked).toBe(false);
    fireEvent.click(box);
    press('Create key');
    await screen.findByTestId('new-api-key');
    expect(server.requests.at(-1)?.body).toEqual({
      label: 'Backup',
      scopes: ['web_uploads'],
      expiresInDays: null,
    });
    expect(screen.getByText('Includes website uploads')).toBeDefined();
    expect(box.checked).toBe(false);
  });

  it('show their expiry date, or that they have expired', async () => {
    const expiresAt = new Date(2025, 10, 30, 9, 5).toISOString();
    have([someKey({ expiresAt }), someKey({ id: 'k2', label: 'Old', expiresAt, isExpired: true })]);
    open();
    expect(await rows()).toEqual([
      expect.stringMatching(/^Build servergsm_…7f3qCreated .*Never usedExpires Nov 30, .*9:05 AMRevoke$/),
      expect.stringMatching(/^Oldgsm_…7f3qExpiredCreated .*Never usedExpired Nov 30, .*9:05 AMRevoke$/),
    ]);
  });

  it('can be created with an expiry date, which the form shows', async () => {
    const expiresAt = new Date(Date.now() + 90 * 86_400_000).toISOString();
    server.answers[create] = [{ status: 201, body: { ...someKey({ id: 'k2', expiresAt }), token } }];
    open();
    await rows();
    fill('Contractor');
    const select = screen.getByLabelText<HTMLSelectElement>('Expiration');
    expect([...select.options].map(({ text }) => text)).toEqual([
      'Never expires',
      '30 days',
      '90 days',
      '365 days',
    ]);
    fireEvent.change(select, { target: { value: '90' } });
    expect(screen.getByText(/^The key stops working on \w+ \d+, \d{4}\.$/)).toBeDefined();
    press('Create key');
    await screen.findByTestId('new-api-key');
    expect(server.requests.at(-1)?.body).toEqual({ label: 'Contractor', scopes: [], expiresInDays: 90 });
  });

  it('cannot be created without a name', async () => {
    open();
    await rows();
    press('Create key');
    expect(await screen.findByText('Please enter a name')).toBeDefined();
    expect(server.requests.map(({ route }) => route)).toEqual([list]);
  });

  it('show an error from the server next to the invalid field', async () => {
    const body = { code: 'invalid_label', message: 'A.', requestId: 'r', field: 'label' };
    server.answers[create] = [{ status: 400, body: { ...body, details: { min: 1, max: 64 } } }];
    open();
    await rows();
    fill('Shop');
    press('Create key');
    expect(await screen.findByText('The name must have 1 to 64 characters.')).toBeDefined();
  });

  it('cannot be created beyond the maximum per account', async () => {
    have(Array.from({ length: maxApiKeys }, (_, index) => someKey({ id: `k${index}` })));
    open();
    expect(await screen.findByText(/^You have 20 API keys, the maximum/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Create key' })).toBeNull();
  });
});

describe('the API keys of a member with an unconfirmed email address', () => {
  it('are listed, but a notice with a button that resends the confirmation email replaces the form for new keys', async () => {
    server.answers['POST /api/auth/send-verification'] = [{ status: 204, body: undefined }];
    open({ isEmailVerified: false });
    expect(await rows()).toHaveLength(1);
    expect(
      screen.getByText(/^Confirm your email address first\..* to maya@studio-rand\.example\.$/),
    ).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Create key' })).toBeNull();
    press('Resend link');
    expect(await screen.findByText('Link sent')).toBeDefined();
    expect(server.requests.at(-1)?.route).toBe('POST /api/auth/send-verification');
    expect(screen.getByRole('button', { name: 'Revoke Build server' })).toBeDefined();
  });
});

describe('revoking an API key', () => {
  it('asks for confirmation and states the key and the consequences', async () => {
    server.answers[revoke] = [{ status: 204, body: undefined }];
    open();
    await rows();
    press('Revoke Build server');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Revoke “Build server”?' }));
    expect(dialog.getByText(/^Requests with the key gsm_…7f3q will be rejected/)).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Revoke key' }));
    expect(await screen.findByText('“Build server” no longer works.')).toBeDefined();
    expect(await screen.findByText('No keys yet')).toBeDefined();
  });

  it.each([
    ['the key is already revoked', errorAnswer(404, 'api_key_not_found'), 'Key revoked', 0],
    ['the server is unavailable', errorAnswer(503, 'unavailable'), 'Key not revoked', 1],
  ])('shows a message with the outcome if %s', async (_, answer, title, left) => {
    server.answers[revoke] = [answer];
    open();
    await rows();
    press('Revoke Build server');
    fireEvent.click(await screen.findByRole('button', { name: 'Revoke key' }));
    expect(await screen.findByText(title)).toBeDefined();
    await waitFor(() => expect(screen.queryAllByText('Never used')).toHaveLength(left));
  });

  it('hides the box with a newly created key', async () => {
    have([]);
    server.answers[create] = [{ status: 201, body: { ...someKey(), token } }];
    server.answers[revoke] = [{ status: 204, body: undefined }];
    open();
    await screen.findByText('No keys yet');
    fill('Build server');
    press('Create key');
    await screen.findByText(token);
    press('Revoke Build server');
    fireEvent.click(await screen.findByRole('button', { name: 'Revoke key' }));
    await waitFor(() => expect(screen.queryByText(token)).toBeNull());
  });
});

describe('the API keys of a member without Pro', () => {
  it('cannot be created, and an introduction with a link to Pro is shown if there are none', async () => {
    have([]);
    open({ isPremium: false });
    expect(screen.getByText(/^With Pro, your build pipelines/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'See Pro' }).getAttribute('href')).toBe('/pricing');
    await waitFor(() => expect(server.requests).toHaveLength(1));
    expect(screen.queryByLabelText('Name of the new key')).toBeNull();
    expect(screen.queryByText('No keys yet')).toBeNull();
  });

  it('are still listed and can be revoked', async () => {
    open({ isPremium: false });
    expect(await screen.findByText('Without Pro, you can only revoke these keys.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Revoke Build server' })).toBeDefined();
  });
});

it('the API keys section shows an error if loading fails, and can be reloaded', async () => {
  server.answers[list] = [errorAnswer(503, 'unavailable'), { status: 200, body: [someKey()] }];
  open();
  expect(await screen.findByText('The API keys could not be loaded.')).toBeDefined();
  press('Try again');
  expect(await rows()).toHaveLength(1);
});
