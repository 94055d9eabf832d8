import type Stripe from 'stripe';
import { findCoupon, idOf } from '../find.ts';
import { type NewPromotionCode, newCoupon, newDiscount, newPromotionCode } from '../objects/promotion.ts';
import { invalid } from '../stripe-error.ts';
import { emit, type World } from '../world.ts';

export interface WantedDiscount {
  coupon?: string | undefined;
  promotion_code?: string | undefined;
  discount?: string | undefined;
}

export function addPromotionCode(world: World, wanted: NewPromotionCode): Stripe.PromotionCode {
  const now = world.clock.now();
  const coupon = newCoupon(now, wanted);
  const promotionCode = newPromotionCode(now, coupon, wanted);
  world.state.coupons.set(coupon.id, coupon);
  emit(world, 'coupon.created', coupon);
  world.state.promotionCodes.set(promotionCode.id, promotionCode);
  emit(world, 'promotion_code.created', promotionCode);
  return promotionCode;
}

/** Returns whether a promotion code can currently be redeemed, which is the value of Stripe's field `active`. */
export function isUsable(world: World, code: Stripe.PromotionCode): boolean {
  const coupon = world.state.coupons.get(idOf(code.promotion.coupon) ?? '');
  const isExpired = code.expires_at !== null && code.expires_at <= world.clock.now();
  const isUsedUp = code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions;
  return code.active && (coupon?.valid ?? false) && !isExpired && !isUsedUp;
}

/** Returns a promotion code in the form that API responses contain. */
export function shownCode(world: World, code: Stripe.PromotionCode): Stripe.PromotionCode {
  return { ...code, active: isUsable(world, code) };
}

/**
 * Returns the requested discounts without applying them.
 * @throws StripeError if a promotion code cannot be redeemed
 */
export function resolveDiscounts(
  world: World,
  wanted: WantedDiscount[],
  customer: string | null,
): Stripe.Discount[] {
  return wanted.map((one, place) => resolveDiscount(world, one, customer, `discounts[${place}]`));
}

function resolveDiscount(
  world: World,
  wanted: WantedDiscount,
  customer: string | null,
  param: string,
): Stripe.Discount {
  const now = world.clock.now();
  if (wanted.discount !== undefined) {
    const kept = world.state.discounts.get(wanted.discount);
    if (kept) return kept;
    throw missingDiscount('discount', wanted.discount, `${param}[discount]`);
  }
  if (wanted.promotion_code !== undefined) {
    const code = usableCode(world, wanted.promotion_code, `${param}[promotion_code]`);
    const coupon = findCoupon(world, idOf(code.promotion.coupon) ?? '');
    return newDiscount(now, coupon, { customer, promotionCode: code.id });
  }
  const coupon = findCoupon(world, wanted.coupon ?? '', `${param}[coupon]`);
  return newDiscount(now, coupon, { customer, promotionCode: null });
}

function usableCode(world: World, id: string, param: string): Stripe.PromotionCode {
  const code = world.state.promotionCodes.get(id);
  if (!code) throw missingDiscount('promotion code', id, param);
  if (code.expires_at !== null && code.expires_at <= world.clock.now()) {
    throw invalid('This promotion code has expired.', { code: 'coupon_expired', param });
  }
  if (!isUsable(world, code)) {
    throw invalid('This promotion code cannot be redeemed.', { code: 'resource_missing', param });
  }
  return code;
}

function missingDiscount(what: string, id: string, param: string) {
  return invalid(`No such ${what}: '${id}'`, { code: 'resource_missing', param });
}

/** Applies discounts to a subscription, and increments the redemption counts of their coupons and promotion codes. */
export function useDiscounts(
  world: World,
  discounts: Stripe.Discount[],
  subscription: Stripe.Subscription,
): void {
  for (const discount of discounts) {
    if (world.state.discounts.has(discount.id)) continue;
    discount.subscription = subscription.id;
    world.state.discounts.set(discount.id, discount);
    findCoupon(world, idOf(discount.source.coupon) ?? '').times_redeemed += 1;
    const code = world.state.promotionCodes.get(idOf(discount.promotion_code) ?? '');
    if (code) code.times_redeemed += 1;
    emit(world, 'customer.discount.created', discount);
  }
}

/**
 * Returns the amount in cents that each discount deducts at the given time. Discounts are applied one after another.
 */
export function deductionsFrom(
  world: World,
  subtotal: number,
  discounts: Stripe.Discount[],
  at: number,
): { discount: string; amount: number }[] {
  let left = subtotal;
  return discounts
    .filter(({ end }) => end === null || at < end)
    .map((discount) => {
      const coupon = findCoupon(world, idOf(discount.source.coupon) ?? '');
      const wanted = coupon.amount_off ?? Math.round((left * (coupon.percent_off ?? 0)) / 100);
      const amount = Math.min(left, wanted);
      left -= amount;
      return { discount: discount.id, amount };
    });
}

/** Returns the discounts of a subscription. */
export function discountsOf(world: World, subscription: Stripe.Subscription): Stripe.Discount[] {
  return subscription.discounts.flatMap((field) => world.state.discounts.get(idOf(field) ?? '') ?? []);
}

/**
 * Removes expired discounts from a subscription. After an invoice has been created, also removes discounts that apply
 * only once.
 */
export function endDiscounts(
  world: World,
  subscription: Stripe.Subscription,
  at: number,
  isInvoiced: boolean,
): void {
  for (const discount of discountsOf(world, subscription)) {
    const coupon = findCoupon(world, idOf(discount.source.coupon) ?? '');
    const isOutlasted = discount.end !== null && discount.end <= at;
    if (!isOutlasted && !(isInvoiced && coupon.duration === 'once')) continue;
    subscription.discounts = subscription.discounts.filter((field) => idOf(field) !== discount.id);
    emit(world, 'customer.discount.deleted', discount);
  }
}
