import type { SubscriptionSetup } from '@gossamer/contracts/billing';
import { AppError } from '@gossamer/service-kit/errors';
import type { ForwardedIdentity } from '@gossamer/service-kit/identity';
import type Stripe from 'stripe';
import type { BillingDeps } from '../deps.ts';
import { customerOf, planStateOf } from '../ledger/accounts.ts';
import { liveStatuses } from '../ledger/entitlement.ts';
import { readAgain } from '../ledger/read-again.ts';
import { findProPrice } from '../stripe/pro-price.ts';
import { type FoundPromotion, findPromotion } from './find-promotion.ts';
import { giveUpIncomplete } from './give-up-incomplete.ts';

/** Where the browser's secret is found; Stripe shows it only when asked. */
const withSecret = { expand: ['latest_invoice.confirmation_secret'] };

/** Stripe lets a first invoice be paid for 23 hours; what is older than this is not offered again. */
const reusableSeconds = 20 * 3_600;

/**
 * Sees to it that the account has one subscription to pay for, and gives what the browser needs to pay it. What is
 * there is asked of Stripe, not of our rows, so that a lost answer or webhook cannot lead to a second one.
 * @throws AppError those of `findPromotion`, and `payment_provider_unavailable` when nothing can be paid
 */
export async function createSubscription(
  deps: BillingDeps,
  identity: ForwardedIdentity,
  promoCode: string | undefined,
): Promise<SubscriptionSetup> {
  const { accountId } = identity;
  const stripe = deps.stripe();
  const customerId = await customerOf(deps, identity);
  const { data: all } = await stripe.subscriptions.list({
    ...{ customer: customerId, status: 'all', limit: 100 },
    expand: ['data.latest_invoice'],
  });
  const live = all.find(({ status }) => liveStatuses.includes(status));
  if (live) return subscribedAlready(deps, accountId, customerId, live.id);

  const buyer = { customerId, hasPaid: all.some(({ status }) => status === 'canceled') };
  const promotion = promoCode ? await findPromotion(stripe, promoCode, buyer, deps.clock()) : undefined;
  const open = all.filter(({ status }) => status === 'incomplete');
  const reusable = open.find((subscription) => isReusable(subscription, promotion, deps.clock()));
  for (const other of open.filter((subscription) => subscription !== reusable)) {
    const isPaid = await giveUpIncomplete(stripe, other);
    if (isPaid) return subscribedAlready(deps, accountId, customerId, other.id);
  }
  const subscription = reusable
    ? await stripe.subscriptions.retrieve(reusable.id, withSecret)
    : await createAtStripe(stripe, { accountId, customerId, promotion, earlier: all.length });
  await readAgain(deps, subscription.id);
  return {
    ...toPay(subscription),
    ...{ isNew: true, customerId, promotion: promotion ? withoutId(promotion) : null },
    ...(await planStateOf(deps, accountId)),
  };
}

/** A code can make the first month free: then there is nothing to pay, and Pro is on. */
function toPay(subscription: Stripe.Subscription): Pick<SubscriptionSetup, 'status' | 'clientSecret'> {
  if (liveStatuses.includes(subscription.status)) return { status: 'active' };
  const invoice = subscription.latest_invoice;
  const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : undefined;
  if (!secret) throw new AppError('payment_provider_unavailable', { retryAfterSeconds: 10 });
  return { status: 'incomplete', clientSecret: secret };
}

async function subscribedAlready(
  deps: BillingDeps,
  accountId: string,
  customerId: string,
  subscriptionId: string,
): Promise<SubscriptionSetup> {
  await readAgain(deps, subscriptionId);
  const state = await planStateOf(deps, accountId);
  return { status: 'active', isNew: false, customerId, promotion: null, ...state };
}

/** The number of earlier ones is part of the key: two requests at once, or one again, make one subscription. */
async function createAtStripe(
  stripe: Stripe,
  {
    accountId,
    customerId,
    promotion,
    earlier,
  }: {
    accountId: string;
    customerId: string;
    promotion: FoundPromotion | undefined;
    earlier: number;
  },
): Promise<Stripe.Subscription> {
  const promotionCodeId = promotion?.promotionCodeId;
  return stripe.subscriptions.create(
    {
      customer: customerId,
      items: [{ price: await findProPrice(stripe) }],
      ...(promotionCodeId && { discounts: [{ promotion_code: promotionCodeId }] }),
      payment_behavior: 'default_incomplete',
      payment_settings: {
        payment_method_types: ['card', 'link'],
        save_default_payment_method: 'on_subscription',
      },
      metadata: { accountId, promotionCodeId: promotionCodeId ?? '' },
      ...withSecret,
    },
    { idempotencyKey: `subscription-${accountId}-${earlier}-${promotionCodeId ?? 'full'}` },
  );
}

function isReusable(
  subscription: Stripe.Subscription,
  promotion: FoundPromotion | undefined,
  now: Date,
): boolean {
  const invoice = subscription.latest_invoice;
  const isOpen = typeof invoice === 'object' && invoice?.status === 'open';
  const isYoung = subscription.created + reusableSeconds > now.getTime() / 1_000;
  const isSame = (subscription.metadata.promotionCodeId ?? '') === (promotion?.promotionCodeId ?? '');
  return isOpen && isYoung && isSame;
}

function withoutId({ promotionCodeId: _, ...promotion }: FoundPromotion) {
  return promotion;
}
