import { z } from 'zod';
import { email, givenPassword } from './accounts.ts';

/** The programme's terms (spec.md sections 1 and 9; hold and cookie are the design's). */
export const affiliateProgram = {
  /** Of what a member has paid, in whole cents, rounded down. */
  commissionPercent: 25,
  minPayoutCents: 2_500,
  /** Until a payment can no longer be asked back. */
  holdDays: 30,
  /** So long after the first click a sign-up still counts for the partner. */
  cookieDays: 30,
} as const;

/** Parameter of a landing page's address that carries a partner's code. */
export const referralParameter = 'ref';

/** A partner's code as it stands in referral links. Printed in public: no secret. Case does not matter. */
export const affiliateCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[0-9A-Z]{4,20}$/);

/** Letters and digits that are drawn: some scripts' fillers count as letters, and are not. */
const visible = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/gu;
const isReadable = (text: string) => (text.match(visible) ?? []).length >= 2;
const isOneLine = (text: string) => !/\p{Cc}/u.test(text);
/** No text of a database's takes a NUL. */
const isKeepable = (text: string) => !text.includes('\0');

/** `POST /api/affiliate/apply` (spec.md section 7). `website`: an address or a social account, as people write it. */
export const affiliateApplicationBody = z.object({
  name: z.string().trim().min(2).max(100).refine(isOneLine).refine(isReadable),
  email,
  website: z.string().trim().max(300).refine(isOneLine).default(''),
  description: z.string().trim().max(2_000).refine(isKeepable).default(''),
});

const affiliate = z.object({
  name: z.string(),
  code: affiliateCode,
  /** Percent of what referred members pay. */
  commissionRate: z.number(),
});
/** What an approved application is answered with (spec.md section 3). */
export const affiliateApplicationAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  referralLink: z.url(),
  affiliate,
});
export type AffiliateApplicationAnswer = z.infer<typeof affiliateApplicationAnswer>;

/** `GET /api/affiliate`: the partner that the member is already. */
export const ownAffiliate = z.object({
  affiliate: affiliate.extend({ referralLink: z.url() }).nullable(),
});
export type OwnAffiliate = z.infer<typeof ownAffiliate>;

/** `POST /api/affiliate/track` */
export const affiliateTrackBody = z.object({ code: affiliateCode, source: z.literal('landing_page') });

/** Days that a dashboard's chart can show. */
export const dashboardDays = [30, 90] as const;
export const affiliateDashboardQuery = z.object({
  days: z.coerce.number().pipe(z.literal(dashboardDays)).default(dashboardDays[0]),
});

const cents = z.int();
const day = z.iso.date();
const time = z.iso.datetime();

/** Closed and waiting to be sent; on its way; with the partner; come back, its money is due again. */
const payoutStatuses = ['open', 'sent', 'paid', 'failed'] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

const affiliatePayout = z.object({
  id: z.string(),
  /** The day that it closed the balance of. */
  period: day,
  amountCents: cents.min(1),
  payoutEmail: z.string(),
  status: z.enum(payoutStatuses),
  /** When it was paid or came back. */
  settledAt: time.nullable(),
});
export type AffiliatePayout = z.infer<typeof affiliatePayout>;

/** `GET /api/affiliate/dashboard/{code}?days=`: of its owner only. Days and times are UTC, money is in US cents. */
export const affiliateDashboard = z.object({
  affiliate: affiliate.extend({
    referralLink: z.url(),
    /** The address of the application: what is proposed for payouts. */
    email: z.string(),
    payoutEmail: z.string().nullable(),
    /** The member may set it. */
    isEmailVerified: z.boolean(),
    joinedAt: time,
  }),
  /** Since the beginning. `conversionPercent`: of clicks that led to a paying member; null before the first click. */
  totals: z.object({
    clicks: z.int(),
    signups: z.int(),
    payingMembers: z.int(),
    conversionPercent: z.number().nullable(),
  }),
  /**
   * Held within the hold, due since, in payouts under way, paid, and reversed by refunds or disputes. `dueCents` is below
   * zero when what was paid already was reversed later: coming commissions settle it first.
   */
  earnings: z.object({
    heldCents: cents,
    dueCents: cents,
    inPayoutCents: cents,
    paidCents: cents,
    reversedCents: cents,
  }),
  /** The next run, and what it would pay if nothing is reversed until then. */
  nextPayout: z.object({ period: day, expectedCents: cents, minimumCents: cents }),
  /** Each of the last days, the oldest first. `subscriptions`: first payments of referred members. */
  days: z.array(z.object({ day, clicks: z.int(), signups: z.int(), subscriptions: z.int() })),
  /** The newest first. */
  payouts: z.array(affiliatePayout),
});
export type AffiliateDashboard = z.infer<typeof affiliateDashboard>;

const commissionStatuses = ['held', 'due', 'inPayout', 'paid', 'reversed'] as const;
export type CommissionStatus = (typeof commissionStatuses)[number];

/** One payment of a referred member, who is not named. */
const affiliateCommission = z.object({
  id: z.string(),
  paidAt: time,
  kind: z.enum(['subscription', 'renewal']),
  paymentCents: cents,
  /** Of the payment, what went back to the payer. */
  refundedCents: cents,
  /** What the payment would have earned, and what it earns after what went back. */
  commissionCents: cents,
  earnedCents: cents,
  status: z.enum(commissionStatuses),
  heldUntil: time,
});
export type AffiliateCommission = z.infer<typeof affiliateCommission>;

/** `GET /api/affiliate/dashboard/{code}/commissions?cursor=`: the newest first, 50 a page. */
export const affiliateCommissions = z.object({
  commissions: z.array(affiliateCommission),
  nextCursor: z.string().nullable(),
});
export type AffiliateCommissions = z.infer<typeof affiliateCommissions>;

/** PayPal's own limit for whom it pays. */
const maxPayoutEmailChars = 127;
/** Spreadsheets would run what begins so as a formula; no PayPal account does. */
const payoutEmail = email.pipe(
  z
    .string()
    .max(maxPayoutEmailChars)
    .regex(/^[^=+\-@]/),
);
/** What the affiliate service is told. */
export const payoutEmailChange = z.object({ payoutEmail });
/** `PUT /api/affiliate/dashboard/{code}/payout-email` */
export const payoutEmailBody = payoutEmailChange.extend({ currentPassword: givenPassword });
export const payoutEmailAnswer = z.object({ payoutEmail: z.string() });
