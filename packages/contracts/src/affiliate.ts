import { z } from 'zod';
import { email, givenPassword } from './accounts.ts';

/**
 * Terms of the affiliate program (spec.md sections 1 and 9). The hold period and the cookie lifetime are not part of
 * the specification.
 */
export const affiliateProgram = {
  /** Commission as a percentage of a member's payments. Amounts are rounded down to whole cents. */
  commissionPercent: 25,
  minPayoutCents: 2_500,
  /** Days between a payment and the due date of its commission. The payment's refund period has ended by then. */
  holdDays: 30,
  /** Number of days after the first click during which a sign-up is credited to the partner. */
  cookieDays: 30,
} as const;

/** Query parameter of a landing page that carries a partner's code. */
export const referralParameter = 'ref';

/** A partner's code as used in referral links. It is public and not case-sensitive. */
export const affiliateCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[0-9A-Z]{4,20}$/);

/**
 * Matches a visible letter or digit. Excludes the filler characters of some scripts, which are classified as letters
 * but are invisible.
 */
const visible = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/gu;
const isReadable = (text: string) => (text.match(visible) ?? []).length >= 2;
const isOneLine = (text: string) => !/\p{Cc}/u.test(text);
/** Returns whether Postgres can store the string, which must not contain NUL characters. */
const isKeepable = (text: string) => !text.includes('\0');

/**
 * Request body of `POST /api/affiliate/apply` (spec.md section 7). `website` is a URL or a social account, as free
 * text.
 */
export const affiliateApplicationBody = z.object({
  name: z.string().trim().min(2).max(100).refine(isOneLine).refine(isReadable),
  email,
  website: z.string().trim().max(300).refine(isOneLine).default(''),
  description: z.string().trim().max(2_000).refine(isKeepable).default(''),
});

const affiliate = z.object({
  name: z.string(),
  code: affiliateCode,
  /** Commission as a percentage of the payments of referred members. */
  commissionRate: z.number(),
});
/** Response to an approved application (spec.md section 3). */
export const affiliateApplicationAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  referralLink: z.url(),
  affiliate,
});
export type AffiliateApplicationAnswer = z.infer<typeof affiliateApplicationAnswer>;

/** Response of `GET /api/affiliate`: the member's own affiliate account, if any. */
export const ownAffiliate = z.object({
  affiliate: affiliate.extend({ referralLink: z.url() }).nullable(),
});
export type OwnAffiliate = z.infer<typeof ownAffiliate>;

/** Request body of `POST /api/affiliate/track`. */
export const affiliateTrackBody = z.object({ code: affiliateCode, source: z.literal('landing_page') });

/** Numbers of days that the dashboard's chart can show. */
export const dashboardDays = [30, 90] as const;
export const affiliateDashboardQuery = z.object({
  days: z.coerce.number().pipe(z.literal(dashboardDays)).default(dashboardDays[0]),
});

const cents = z.int();
const day = z.iso.date();
const time = z.iso.datetime();

/**
 * Status of a payout. `open`: not sent yet. `sent`: sent to the payment provider. `paid`: received by the partner.
 * `failed`: returned, so the money is due again.
 */
const payoutStatuses = ['open', 'sent', 'paid', 'failed'] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

const affiliatePayout = z.object({
  id: z.string(),
  /** Closing date of the balance that the payout covers. */
  period: day,
  amountCents: cents.min(1),
  payoutEmail: z.string(),
  status: z.enum(payoutStatuses),
  /** Time at which the payout was paid or returned. */
  settledAt: time.nullable(),
});
export type AffiliatePayout = z.infer<typeof affiliatePayout>;

/**
 * Response of `GET /api/affiliate/dashboard/{code}?days=`, for the owner of the code only. Dates and times are UTC,
 * amounts are US cents.
 */
export const affiliateDashboard = z.object({
  affiliate: affiliate.extend({
    referralLink: z.url(),
    /** Email address from the application, suggested as the payout address. */
    email: z.string(),
    payoutEmail: z.string().nullable(),
    /** True if the member may set the payout address. */
    isEmailVerified: z.boolean(),
    joinedAt: time,
  }),
  /**
   * All-time totals. `conversionPercent`: percentage of clicks that led to a paying member; null before the first
   * click.
   */
  totals: z.object({
    clicks: z.int(),
    signups: z.int(),
    payingMembers: z.int(),
    conversionPercent: z.number().nullable(),
  }),
  /**
   * Earnings by status. `heldCents`: within the hold period. `dueCents`: due. `inPayoutCents`: in unfinished payouts.
   * `paidCents`: paid. `reversedCents`: reversed by refunds or disputes. `dueCents` is negative if paid commissions
   * were reversed later; it is offset by later commissions.
   */
  earnings: z.object({
    heldCents: cents,
    dueCents: cents,
    inPayoutCents: cents,
    paidCents: cents,
    reversedCents: cents,
  }),
  /** The next payout run, and the amount that it is expected to pay if no commission is reversed before it. */
  nextPayout: z.object({ period: day, expectedCents: cents, minimumCents: cents }),
  /** Activity per day, oldest first. `subscriptions`: first payments of referred members. */
  days: z.array(z.object({ day, clicks: z.int(), signups: z.int(), subscriptions: z.int() })),
  /** All payouts, newest first. */
  payouts: z.array(affiliatePayout),
});
export type AffiliateDashboard = z.infer<typeof affiliateDashboard>;

const commissionStatuses = ['held', 'due', 'inPayout', 'paid', 'reversed'] as const;
export type CommissionStatus = (typeof commissionStatuses)[number];

/** One payment of a referred member, without the member's name. */
const affiliateCommission = z.object({
  id: z.string(),
  paidAt: time,
  kind: z.enum(['subscription', 'renewal']),
  paymentCents: cents,
  /** Refunded amount of the payment. */
  refundedCents: cents,
  /** Commission on the payment, before and after refunds. */
  commissionCents: cents,
  earnedCents: cents,
  status: z.enum(commissionStatuses),
  heldUntil: time,
});
export type AffiliateCommission = z.infer<typeof affiliateCommission>;

/** Response of `GET /api/affiliate/dashboard/{code}/commissions?cursor=`: newest first, 50 per page. */
export const affiliateCommissions = z.object({
  commissions: z.array(affiliateCommission),
  nextCursor: z.string().nullable(),
});
export type AffiliateCommissions = z.infer<typeof affiliateCommissions>;

/** PayPal's length limit for the email address of a recipient. */
const maxPayoutEmailChars = 127;
/**
 * Rejects addresses that spreadsheets would interpret as a formula because of their first character. No PayPal account
 * uses such an address.
 */
const payoutEmail = email.pipe(
  z
    .string()
    .max(maxPayoutEmailChars)
    .regex(/^[^=+\-@]/),
);
/** Request body with which the gateway changes a payout address in the affiliate service. */
export const payoutEmailChange = z.object({ payoutEmail });
/** Request body of `PUT /api/affiliate/dashboard/{code}/payout-email`. */
export const payoutEmailBody = payoutEmailChange.extend({ currentPassword: givenPassword });
export const payoutEmailAnswer = z.object({ payoutEmail: z.string() });
