// @vitest-environment jsdom
import type { AffiliatePayout } from '@gossamer/contracts/affiliate';
import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { i18n, startI18n } from '../../../i18n/i18n.ts';
import { renderPart } from '../../../test/render-part.tsx';
import { someDashboard } from '../../../test/some-dashboard.ts';
import { PayoutCard } from './payout-card.tsx';
import { PayoutsCard } from './payouts-card.tsx';

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces(['affiliate', 'account']);
});

const { affiliate, nextPayout } = someDashboard();
const reached = { ...nextPayout, expectedCents: 4_725 };
const nothingIsPaid =
  'Set a payout address to get paid. Until then, the amount due carries over to the next month.';

it.each([
  [nextPayout, /^Paid on December 1, 2025 by PayPal if at least \$25\.00 is due by then\./],
  [reached, /^Paid on December 1, 2025 by PayPal, unless/],
])('announces the next payout %j only if a payout email is set', (next, promise) => {
  renderPart(<PayoutCard data={someDashboard({ nextPayout: next })} />);
  expect([screen.queryByText(promise), screen.getByText(nothingIsPaid)]).toEqual([null, expect.anything()]);
  const paidTo = { ...affiliate, payoutEmail: 'pay@studio-rand.example' };
  renderPart(<PayoutCard data={someDashboard({ nextPayout: next, affiliate: paidTo })} />);
  expect(screen.getAllByText(promise)).toHaveLength(1);
  expect(screen.getAllByText(nothingIsPaid)).toHaveLength(1);
});

it('announces the first payout only if a payout email is set', () => {
  const first = /^The first one goes out on December 1, 2025/;
  renderPart(<PayoutsCard payouts={[]} nextPayout={nextPayout} hasAddress={false} />);
  expect([screen.queryByText(first), screen.getByText(nothingIsPaid)]).toEqual([null, expect.anything()]);
  renderPart(<PayoutsCard payouts={[]} nextPayout={nextPayout} hasAddress />);
  expect(screen.getByText(first)).toBeDefined();
});

it('states that the amount of a failed payout is due again only if no newer payout exists', () => {
  const payout = (period: string, status: AffiliatePayout['status']): AffiliatePayout => ({
    id: period,
    period,
    status,
    amountCents: 2_700,
    payoutEmail: 'pay@studio-rand.example',
    settledAt: `${period}T12:00:00.000Z`,
  });
  const [newest, older] = [payout('2025-11-01', 'failed'), payout('2025-10-01', 'failed')];
  const again = 'The amount is due again. Check your payout address.';
  renderPart(
    <PayoutsCard
      payouts={[payout('2025-12-01', 'paid'), newest, older]}
      nextPayout={nextPayout}
      hasAddress
    />,
  );
  expect(screen.queryByText(again)).toBeNull();
  renderPart(<PayoutsCard payouts={[newest, older]} nextPayout={nextPayout} hasAddress />);
  const [said, ...more] = screen.getAllByText(again);
  expect([said?.closest('tr')?.querySelector('time')?.dateTime, more]).toEqual(['2025-11-01', []]);
});
