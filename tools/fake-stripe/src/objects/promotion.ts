import type Stripe from 'stripe';
import { addMonths } from '../clock.ts';
import { newId, randomLetters } from '../ids.ts';

export interface NewPromotionCode {
  code: string;
  percentOff?: number | undefined;
  amountOffCents?: number | undefined;
  duration: 'once' | 'repeating' | 'forever';
  durationMonths?: number | undefined;
  /** Expiry time in Unix seconds. */
  expiresAt?: number | undefined;
  maxRedemptions?: number | undefined;
}

export function newCoupon(now: number, wanted: NewPromotionCode): Stripe.Coupon {
  return {
    id: randomLetters(8),
    object: 'coupon',
    amount_off: wanted.amountOffCents ?? null,
    created: now,
    currency: wanted.amountOffCents === undefined ? null : 'usd',
    duration: wanted.duration,
    duration_in_months: wanted.duration === 'repeating' ? (wanted.durationMonths ?? 1) : null,
    livemode: false,
    max_redemptions: null,
    metadata: {},
    name: wanted.code,
    percent_off: wanted.percentOff ?? null,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
  };
}

export function newPromotionCode(
  now: number,
  coupon: Stripe.Coupon,
  wanted: NewPromotionCode,
): Stripe.PromotionCode {
  return {
    id: newId('promo'),
    object: 'promotion_code',
    active: true,
    code: wanted.code,
    created: now,
    customer: null,
    customer_account: null,
    expires_at: wanted.expiresAt ?? null,
    livemode: false,
    max_redemptions: wanted.maxRedemptions ?? null,
    metadata: {},
    promotion: { coupon: coupon.id, type: 'coupon' },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
  };
}

/** Creates a discount, which applies a coupon to a customer from the given time. */
export function newDiscount(
  now: number,
  coupon: Stripe.Coupon,
  of: { customer: string | null; promotionCode: string | null },
): Stripe.Discount {
  return {
    id: newId('di'),
    object: 'discount',
    checkout_session: null,
    customer: of.customer,
    customer_account: null,
    end: coupon.duration === 'repeating' ? addMonths(now, coupon.duration_in_months ?? 1) : null,
    invoice: null,
    invoice_item: null,
    promotion_code: of.promotionCode,
    source: { coupon: coupon.id, type: 'coupon' },
    start: now,
    subscription: null,
    subscription_item: null,
  };
}
