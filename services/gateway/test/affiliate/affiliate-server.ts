import { identitySecret, ok, type Play, refusalBy, startFakeService } from '../http/fake-service.ts';

interface Body {
  code?: string;
  visitorKey?: string;
  userAgent?: string;
  payoutEmail?: string;
}

export const refusal = refusalBy('affiliate');

export const code = 'ADA4711';
const referralLink = `https://gossamer.example/?ref=${code}`;
const affiliate = { name: 'Ada Lovelace', code, commissionRate: 25 };

export const application = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  website: 'ada.example',
  description: 'I write about engines.',
};
export const approved = { success: true, message: 'Approved.', referralLink, affiliate };
export const own = { affiliate: { ...affiliate, referralLink } };
export const kept = { affiliate: { code, referrals: [{ day: '2026-11-01' }] } };
export const dashboard = {
  affiliate: {
    ...affiliate,
    referralLink,
    email: 'ada@example.com',
    payoutEmail: null,
    isEmailVerified: true,
    joinedAt: '2026-11-01T12:00:00.000Z',
  },
  totals: { clicks: 4, signups: 2, payingMembers: 1, conversionPercent: 25 },
  earnings: { heldCents: 225, dueCents: -225, inPayoutCents: 0, paidCents: 0, reversedCents: 0 },
  nextPayout: { period: '2026-12-01', expectedCents: 0, minimumCents: 2_500 },
  days: [{ day: '2026-11-21', clicks: 4, signups: 2, subscriptions: 1 }],
  payouts: [],
};
export const commissions = { commissions: [], nextCursor: 'next' };
/** CSV file. It starts with a byte order mark, which spreadsheet programs need to detect UTF-8. */
export const csv = Buffer.from('\ufeffPaid,Commission\r\n2026-11-01,2.25\r\n');

const asMember =
  (play: Play<Body>): Play<Body> =>
  (request) =>
    request.who ? play(request) : refusal('unauthorized');

const plays: Record<string, Play<Body>> = {
  'POST /partners': asMember(() => ok(approved)),
  'GET /partner': asMember(() => ok(own)),
  'GET /partner/export': asMember(() => ok(kept)),
  'POST /clicks': ({ body }) => ok({ isPartner: body.code === code }),
  [`GET /dashboards/${code}`]: asMember(() => ok(dashboard)),
  [`GET /dashboards/${code}/commissions`]: asMember(() => ok(commissions)),
  [`GET /dashboards/${code}/commissions.csv`]: asMember(() => ({
    ...ok(csv),
    headers: { 'content-type': 'text/csv; charset=utf-8' },
  })),
  [`PUT /dashboards/${code}/payout-email`]: asMember(({ body }) => ok({ payoutEmail: body.payoutEmail })),
};

/** Starts a fake affiliate service that conforms to the API contract. */
export const startAffiliate = () => startFakeService<Body>('affiliate', plays);

export type TestAffiliate = Awaited<ReturnType<typeof startAffiliate>>;

/** Returns environment variables that connect a gateway to the fake affiliate service. */
export const partneredBy = (affiliate: TestAffiliate) => ({
  AFFILIATE_URL: affiliate.url,
  IDENTITY_SECRET: identitySecret,
});
