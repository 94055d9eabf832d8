import { type Promotion, proPrice } from '@gossamer/contracts/billing';
import type { ErrorCode } from '@gossamer/contracts/errors';
import { AppError } from '@gossamer/service-kit/errors';
import type Stripe from 'stripe';

/** A code of Stripe's that may be used, and what it does to the price. */
export interface FoundPromotion extends Promotion {
  promotionCodeId: string;
}

/** Who wants to use it: known customers may have used up what is for newcomers. */
export interface Buyer {
  customerId: string | undefined;
  hasPaid: boolean;
}

/**
 * Looks a promotion code up at Stripe, which compares without regard to case.
 * @throws AppError `promo_code_not_found`, `promo_code_expired`, `promo_code_not_applicable`, all for `promoCode`
 */
export async function findPromotion(
  stripe: Stripe,
  code: string,
  buyer: Buyer,
  now: Date,
): Promise<FoundPromotion> {
  const { data } = await stripe.promotionCodes.list({
    ...{ code, limit: 20 },
    expand: ['data.promotion.coupon'],
  });
  const found = data.find(({ active }) => active) ?? data[0];
  if (!found) throw refused('promo_code_not_found');
  const { coupon } = found.promotion;
  if (!coupon || typeof coupon === 'string') throw refused('promo_code_not_applicable');
  if (isOver(found, coupon, now)) throw refused('promo_code_expired');
  if (!isApplicable(found, coupon, buyer)) throw refused('promo_code_not_applicable');
  return {
    promotionCodeId: found.id,
    code: found.code,
    percentOff: coupon.percent_off ? Number(coupon.percent_off) : null,
    amountOffCents: coupon.amount_off,
    duration: durationOf(coupon),
    durationMonths: coupon.duration_in_months,
    firstAmountCents: amountAfter(coupon),
  };
}

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
  { customer, restrictions }: Stripe.PromotionCode,
  coupon: Stripe.Coupon,
  buyer: Buyer,
): boolean {
  const { first_time_transaction, minimum_amount } = restrictions;
  const ownerId = customer && (typeof customer === 'string' ? customer : customer.id);
  if (ownerId && ownerId !== buyer.customerId) return false;
  if (first_time_transaction && buyer.hasPaid) return false;
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
