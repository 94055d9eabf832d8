import { type Promotion, proPrice } from '@gossamer/contracts/billing';
import type { ErrorCode } from '@gossamer/contracts/errors';
import { AppError } from '@gossamer/service-kit/errors';
import type Stripe from 'stripe';
import type { BillingDeps } from '../deps.ts';
import { isOurs } from '../stripe/metadata-tag.ts';

/** A valid Stripe promotion code and its effect on the price. */
export interface FoundPromotion extends Promotion {
  promotionCodeId: string;
}

/** Account and Stripe customer that use the promotion code; both undefined for visitors. */
export interface PromotionUser {
  accountId?: string | undefined;
  customerId?: string | undefined;
  /** Whether the account's incomplete subscription has already redeemed the promotion code. */
  isHeld?: boolean;
}

/**
 * Looks up a promotion code in Stripe, which ignores case. The `field` of all errors is `promoCode`.
 * @throws AppError `promo_code_not_found`, `promo_code_expired`, `promo_code_not_applicable`, `promo_code_already_used`
 * (only for codes that make the first month free)
 */
export async function findPromotion(
  deps: BillingDeps,
  code: string,
  user: PromotionUser,
): Promise<FoundPromotion> {
  const { data } = await deps.stripe().promotionCodes.list({
    code,
    limit: 20,
    expand: ['data.promotion.coupon'],
  });
  const forUser = data.filter(({ customer }) => !customer || idOf(customer) === user.customerId);
  const found = forUser.find(({ active }) => active) ?? forUser[0];
  if (!found) throw refused(data.length > 0 ? 'promo_code_not_applicable' : 'promo_code_not_found');
  const { coupon } = found.promotion;
  if (!coupon || typeof coupon === 'string') throw refused('promo_code_not_applicable');
  if (!user.isHeld && isOver(found, coupon, deps.clock())) throw refused('promo_code_expired');
  if (!isApplicable(found, coupon, await hasPaid(deps, user.accountId)))
    throw refused('promo_code_not_applicable');
  const firstAmountCents = amountAfter(coupon);
  if (firstAmountCents === 0 && (await hasUsed(deps, user.customerId, found.code)))
    throw refused('promo_code_already_used');
  return {
    promotionCodeId: found.id,
    code: found.code,
    percentOff: coupon.percent_off ? Number(coupon.percent_off) : null,
    amountOffCents: coupon.amount_off,
    duration: durationOf(coupon),
    durationMonths: coupon.duration_in_months,
    firstAmountCents,
  };
}

async function hasPaid({ db }: BillingDeps, accountId: string | undefined): Promise<boolean> {
  if (accountId === undefined) return false;
  const payment = await db
    .selectFrom('payments')
    .select('invoiceId')
    .where('accountId', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  return payment !== undefined;
}

/** Returns whether the customer has used the promotion code before, for example for a canceled subscription. */
async function hasUsed(deps: BillingDeps, customer: string | undefined, promoCode: string): Promise<boolean> {
  if (customer === undefined) return false;
  const { data } = await deps.stripe().subscriptions.list({ customer, status: 'all', limit: 100 });
  return data.some(
    ({ metadata, status }) =>
      isOurs(metadata) &&
      !['incomplete', 'incomplete_expired'].includes(status) &&
      metadata.promoCode?.toLowerCase() === promoCode.toLowerCase(),
  );
}

const idOf = (given: string | { id: string }) => (typeof given === 'string' ? given : given.id);
const refused = (code: ErrorCode) => new AppError(code, { field: 'promoCode' });

function isOver(
  { active, expires_at, max_redemptions, times_redeemed }: Stripe.PromotionCode,
  coupon: Stripe.Coupon,
  now: Date,
): boolean {
  const isUsedUp = max_redemptions !== null && times_redeemed >= max_redemptions;
  const isPast = expires_at !== null && expires_at * 1_000 <= now.getTime();
  return !active || !coupon.valid || isUsedUp || isPast;
}

function isApplicable(
  { restrictions }: Stripe.PromotionCode,
  coupon: Stripe.Coupon,
  hasPaid: boolean,
): boolean {
  const { first_time_transaction, minimum_amount } = restrictions;
  if (first_time_transaction && hasPaid) return false;
  if (minimum_amount !== null && minimum_amount > proPrice.amountCents) return false;
  return coupon.amount_off === null || coupon.currency === proPrice.currency;
}

function durationOf({ duration }: Stripe.Coupon): Promotion['duration'] {
  if (duration === 'forever') return 'forever';
  return duration === 'repeating' ? 'repeating' : 'once';
}

function amountAfter({ percent_off, amount_off }: Stripe.Coupon): number {
  const off = percent_off
    ? Math.round((proPrice.amountCents * Number(percent_off)) / 100)
    : (amount_off ?? 0);
  return Math.max(0, proPrice.amountCents - off);
}
