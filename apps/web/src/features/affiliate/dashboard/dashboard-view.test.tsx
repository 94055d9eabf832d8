// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { i18n, startI18n } from '../../../i18n/i18n.ts';
import { errorAnswer, ProtocolServer } from '../../../test/protocol-server.ts';
import { renderPart } from '../../../test/render-part.tsx';
import { someCommission, someDashboard } from '../../../test/some-dashboard.ts';
import { someUser } from '../../../test/some-user.ts';
import { DashboardView } from './dashboard-view.tsx';

declare const jsdom: { reconfigure(options: { url: string }): void };

const url = '/api/affiliate/dashboard/MAYA7K';
const dashboard = `GET ${url}?days=90`;
const commissions = `GET ${url}/commissions`;
const payoutEmail = `PUT ${url}/payout-email`;

let server: ProtocolServer;
beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces(['affiliate', 'account', 'errors']);
});
beforeEach(async () => {
  server = new ProtocolServer();
  jsdom.reconfigure({ url: await server.start() });
  show(someDashboard());
  server.answers[commissions] = [{ status: 200, body: { commissions: [], nextCursor: null } }];
});
afterEach(() => server.stop());

const show = (body: ReturnType<typeof someDashboard>) => {
  server.answers[dashboard] = [{ status: 200, body }];
};
const noFigures = { clicks: 0, signups: 0, payingMembers: 0, conversionPercent: null };
const textOf = async (testId: string) => (await screen.findByTestId(testId)).textContent ?? '';
const open = () => renderPart(<DashboardView writtenCode="maya7k" />);

describe('a partner’s own dashboard', () => {
  it('shows figures and amounts for a code in upper or lower case', async () => {
    open();
    expect(await textOf('affiliate-figures')).toBe('Clicks2,364Sign-ups61Paying members31Conversion1.3%');
    expect(await textOf('affiliate-amounts')).toBe(
      'Due$20.25Held for 30 days$27.00In payout$0.00Paid so far$90.00Reversed$4.50',
    );
  });

  it('shows empty states and no conversion rate before the first click', async () => {
    show(someDashboard({ totals: noFigures }));
    open();
    expect(await textOf('affiliate-figures')).toContain('Conversion—');
    expect(screen.getByText('No clicks yet')).toBeDefined();
    expect(await screen.findByText('No commissions yet')).toBeDefined();
    expect(screen.getByText('No payouts yet')).toBeDefined();
  });

  it.each([{ signups: 1 }, { payingMembers: 1 }])(
    'shows the chart even without clicks if the totals contain %j',
    async (some) => {
      show(someDashboard({ totals: { ...noFigures, ...some } }));
      open();
      expect(await screen.findByRole('slider', { name: 'Day' })).toBeDefined();
      expect(screen.queryByText('No clicks yet')).toBeNull();
    },
  );

  it('has copy buttons whose accessible names state what is copied', async () => {
    open();
    await screen.findByTestId('affiliate-dashboard');
    for (const name of ['Copy Your referral link', 'Copy Links to share']) {
      expect(screen.getByRole('button', { name })).toBeDefined();
    }
  });

  it('explains a negative balance', async () => {
    const { earnings } = someDashboard();
    show(someDashboard({ earnings: { ...earnings, dueCents: -675 } }));
    open();
    expect(
      await screen.findByText(/^Commissions of \$6\.75 that we already paid you have since been reversed/),
    ).toBeDefined();
  });

  it('describes the selected day and shows the totals of all displayed days', async () => {
    open();
    const day = await screen.findByRole('slider', { name: 'Day' });
    const text = () => day.getAttribute('aria-valuetext');
    expect(text()).toBe('Nov 20, 2025. Clicks: 63. Sign-ups: 2. New subscriptions: 1.');
    fireEvent.change(day, { target: { value: '0' } });
    expect(text()).toBe('Oct 22, 2025. Clicks: 1. Sign-ups: 0. New subscriptions: 0.');
    expect(screen.getByText('92 in 30 days')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '90 days' }));
    expect(screen.getByText('152 in 90 days')).toBeDefined();
  });
});

describe('the commissions on the dashboard', () => {
  it('show their status and refunds', async () => {
    const rows = [
      someCommission(),
      someCommission({ id: 'c2', refundedCents: 450, earnedCents: 112, status: 'due', kind: 'renewal' }),
      someCommission({ id: 'c3', refundedCents: 900, earnedCents: 0, status: 'reversed' }),
    ];
    server.answers[commissions] = [{ status: 200, body: { commissions: rows, nextCursor: null } }];
    open();
    const card = within(await screen.findByTestId('commissions'));
    const shown = (await card.findAllByRole('row')).slice(1).map(({ textContent }) => textContent);
    expect(shown).toEqual([
      'Nov 20, 2025SubscriptionHeld until Dec 20$2.25',
      'Nov 20, 2025Renewal$4.50 of $9.00 refundedDue$2.25 $1.12',
      'Nov 20, 2025SubscriptionReversed$2.25',
    ]);
    expect(card.getByRole('link', { name: 'CSV' }).getAttribute('href')).toBe(`${url}/commissions.csv`);
  });

  it('are loaded page by page without duplicates', async () => {
    const page = (ids: string[], nextCursor: string | null) => ({
      status: 200,
      body: { commissions: ids.map((id) => someCommission({ id })), nextCursor },
    });
    server.answers[commissions] = [page(['c1', 'c2'], 'a/b')];
    server.answers[`${commissions}?cursor=a%2Fb`] = [
      errorAnswer(503, 'unavailable'),
      page(['c2', 'c3'], null),
    ];
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('Could not load more commissions')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(4));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});

describe('the payout email on the dashboard', () => {
  const fill = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });

  it('is prefilled, requires the password, and is shown after it is saved', async () => {
    const wrong = { code: 'wrong_password', message: 'A.', requestId: 'r', field: 'currentPassword' };
    const saved = { status: 200, body: { payoutEmail: 'pay@studio-rand.example' } };
    server.answers[payoutEmail] = [{ status: 403, body: wrong }, saved];
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Set address' }));
    expect(screen.getByLabelText<HTMLInputElement>('PayPal email address').value).toBe(
      'maya@studio-rand.example',
    );
    fill('PayPal email address', ' pay@studio-rand.example ');
    fill('Current password', 'not-this');
    fireEvent.click(screen.getByRole('button', { name: 'Save address' }));
    expect(await screen.findByText(/^Wrong password/)).toBeDefined();
    fill('Current password', 'correct-horse');
    fireEvent.click(screen.getByRole('button', { name: 'Save address' }));
    expect(await screen.findByText('Payouts go to pay@studio-rand.example.')).toBeDefined();
    expect(await textOf('payout-address')).toContain('pay@studio-rand.example');
    expect(server.requests.at(-1)?.body).toEqual({
      payoutEmail: 'pay@studio-rand.example',
      currentPassword: 'correct-horse',
    });
  });

  it('is requested if an amount is due and the email address of the account is confirmed', async () => {
    const { affiliate } = someDashboard();
    const session = 'GET /api/auth/user';
    server.answers[session] = [{ status: 200, body: someUser({ isEmailVerified: false }) }];
    server.answers['POST /api/auth/send-verification'] = [{ status: 204, body: undefined }];
    show(someDashboard({ affiliate: { ...affiliate, isEmailVerified: false } }));
    open();
    const text = await textOf('payout-address');
    expect(text).toContain('$20.25 is due to you, but no payout address is set. Add one to get paid.');
    expect(screen.queryByRole('button', { name: 'Set address' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Go to your account' }).getAttribute('href')).toBe('/account');
    fireEvent.click(await screen.findByRole('button', { name: 'Resend link' }));
    expect(
      await screen.findByText('Open the link in the email we sent to maya@studio-rand.example.'),
    ).toBeDefined();
    server.answers[session] = [{ status: 200, body: someUser() }];
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await screen.findByRole('button', { name: 'Set address' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Resend link' })).toBeNull();
  });
});

describe('an unavailable dashboard', () => {
  const unknown = 'You have no dashboard with this code';

  it('reports that the code is unknown', async () => {
    server.answers[dashboard] = [errorAnswer(404, 'affiliate_not_found')];
    open();
    expect(await screen.findByRole('heading', { name: unknown })).toBeDefined();
  });

  it('sends no request for a malformed code', () => {
    renderPart(<DashboardView writtenCode="no code" />);
    expect(screen.getByRole('heading', { name: unknown })).toBeDefined();
    expect(server.requests).toEqual([]);
  });

  it('shows the reason and can be reloaded', async () => {
    const found = { status: 200, body: someDashboard() };
    server.answers[dashboard] = [errorAnswer(503, 'affiliate_unavailable'), found];
    open();
    expect(await screen.findByText(/temporarily unavailable/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByTestId('affiliate-figures')).toBeDefined();
  });
});
