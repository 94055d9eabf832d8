import type { SubscriptionSetup } from '@gossamer/contracts/billing';
import { AppError } from '@gossamer/service-kit/errors';
import type { ForwardedIdentity } from '@gossamer/service-kit/identity';
import type Stripe from 'stripe';
import type { BillingDeps } from '../deps.ts';
import { customerOf, planStateOf, withCustomer } from '../mirror/accounts.ts';
import { liveStatuses } from '../mirror/live-statuses.ts';
import { readAgain } from '../mirror/read-again.ts';
import { writeOnce } from '../mirror/write-once.ts';
import { isDiscountRefused, isMissing, isRefused } from '../stripe/faults.ts';
import { isOurs, metadataTag } from '../stripe/metadata-tag.ts';
import { findProPrice } from '../stripe/pro-price.ts';
import { type FoundPromotion, findPromotion } from './find-promotion.ts';
import { giveUpIncomplete } from './give-up-incomplete.ts';

/** Expands the client secret in Stripe's responses. The browser needs the secret for the payment. */
const withSecret = { expand: ['latest_invoice.confirmation_secret'] };

/** Maximum age in seconds of an unpaid subscription that can be reused. Its first invoice can be paid for 23 hours. */
const reusableSeconds = 20 * 3_600;

const justGivenSeconds = 600;

/** The paying account and its Stripe customer. */
interface Buyer {
  accountId: string;
  customerId: string;
}

/**
 * Ensures that the account has exactly one subscription to pay for, and returns the data that the browser needs for the
 * payment. Existing subscriptions are read from Stripe instead of billing's copy, so that a lost response or webhook
 * cannot lead to a second subscription.
 * @throws AppError `payment_due`, `payment_provider_unavailable` if nothing can be paid, and the errors of
 * `findPromotion`
 */
export function createSubscription(
  deps: BillingDeps,
  identity: ForwardedIdentity,
  promoCode: string | undefined,
): Promise<SubscriptionSetup> {
  const find = () => customerOf(deps, identity);
  return withCustomer(deps, identity.accountId, find, (customerId) =>
    createFor(deps, { accountId: identity.accountId, customerId }, promoCode),
  );
}

async function createFor(
  deps: BillingDeps,
  buyer: Buyer,
  promoCode: string | undefined,
): Promise<SubscriptionSetup> {
  const { customerId } = buyer;
  const all = await listOurs(deps.stripe(), customerId);
  const live = all.find(({ status }) => liveStatuses.includes(status));
  if (live) return subscribedAlready(deps, buyer, live);

  const open = all.filter(({ status }) => status === 'incomplete');
  const promotion = await promotionFor(deps, buyer, open, promoCode);
  const reusable = open.find((subscription) => isReusable(subscription, promotion, deps.clock()));
  for (const other of open.filter((subscription) => subscription !== reusable)) {
    const isPaid = await giveUpIncomplete(deps.stripe(), other);
    if (isPaid) return subscribedAlready(deps, buyer, other);
  }
  const subscription = reusable
    ? await deps.stripe().subscriptions.retrieve(reusable.id, withSecret)
    : await createAtStripe(deps, { ...buyer, promotion, earlier: all.length });
  await readAgain(deps, subscription.id);
  return {
    ...toPay(subscription),
    isNew: true,
    customerId,
    promotion: promotion ? withoutId(promotion) : null,
    ...(await planStateOf(deps, buyer.accountId)),
  };
}

async function listOurs(stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> {
  const { data } = await stripe.subscriptions.list({
    customer,
    status: 'all',
    limit: 100,
    expand: ['data.latest_invoice'],
  });
  return data.filter(({ metadata }) => isOurs(metadata));
}

/**
 * Returns the requested promotion. If `promoCode` is absent, returns the promotion of the account's incomplete
 * subscription; an empty `promoCode` removes that promotion. A code that the incomplete subscription has redeemed
 * remains usable for it.
 */
async function promotionFor(
  deps: BillingDeps,
  buyer: Buyer,
  open: Stripe.Subscription[],
  promoCode: string | undefined,
): Promise<FoundPromotion | undefined> {
  const held = open.find(({ metadata }) => metadata.promoCode)?.metadata;
  const wanted = promoCode ?? held?.promoCode;
  if (!wanted) return undefined;
  const isHeld = held?.promoCode?.toLowerCase() === wanted.toLowerCase();
  try {
    return await findPromotion(deps, wanted, { ...buyer, isHeld });
  } catch (error) {
    // Ignore a code that is no longer valid if it comes from the incomplete subscription rather than from the request.
    if (promoCode === undefined && error instanceof AppError) return undefined;
    throw error;
  }
}

/** Returns the client secret for the payment, or the status `active` if a promotion makes the first month free. */
function toPay(subscription: Stripe.Subscription): Pick<SubscriptionSetup, 'status' | 'clientSecret'> {
  if (liveStatuses.includes(subscription.status)) return { status: 'active' };
  const invoice = subscription.latest_invoice;
  const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : undefined;
  if (!secret) throw new AppError('payment_provider_unavailable', { retryAfterSeconds: 10 });
  return { status: 'incomplete', clientSecret: secret };
}

/**
 * Returns the setup data of an existing subscription.
 * @throws AppError `payment_due` if the subscription does not grant Pro; the member must then pay in the customer
 * portal
 */
async function subscribedAlready(
  deps: BillingDeps,
  { accountId, customerId }: Buyer,
  subscription: Stripe.Subscription,
): Promise<SubscriptionSetup> {
  await readAgain(deps, subscription.id);
  const state = await planStateOf(deps, accountId);
  if (state.plan !== 'pro') throw new AppError('payment_due');
  const isNew = isJustGiven(subscription, deps.clock());
  return { status: 'active', isNew, customerId, promotion: null, ...state };
}

/**
 * Returns whether the subscription was recently created for free because of a promotion code. The response to the
 * request that created it may have been lost.
 */
function isJustGiven({ created, latest_invoice: invoice }: Stripe.Subscription, now: Date): boolean {
  const isFree = typeof invoice === 'object' && invoice?.amount_paid === 0;
  return isFree && created + justGivenSeconds > now.getTime() / 1_000;
}

/**
 * Creates the subscription in Stripe. The idempotency key contains the number of earlier subscriptions, so that
 * concurrent or repeated requests create only one subscription.
 */
async function createAtStripe(
  deps: BillingDeps,
  {
    accountId,
    customerId,
    promotion,
    earlier,
  }: Buyer & { promotion: FoundPromotion | undefined; earlier: number },
): Promise<Stripe.Subscription> {
  const price = await findProPrice(deps.stripe());
  const name = `subscription-${earlier}-${promotion?.promotionCodeId ?? 'full'}`;
  return writeOnce(deps, accountId, name, (options) =>
    deps.stripe().subscriptions.create(
      {
        customer: customerId,
        items: [{ price }],
        ...(promotion && { discounts: [{ promotion_code: promotion.promotionCodeId }] }),
        payment_behavior: 'default_incomplete',
        payment_settings: {
          payment_method_types: ['card', 'link'],
          save_default_payment_method: 'on_subscription',
        },
        metadata: { ...metadataTag, accountId, promoCode: promotion?.code ?? '' },
        ...withSecret,
      },
      options,
    ),
  ).catch((error: unknown) => {
    // The promotion code was used up by another customer in the meantime, or has a restriction that only Stripe checks.
    if (promotion && isRefused(error) && (!isMissing(error) || isDiscountRefused(error))) {
      throw new AppError('promo_code_not_applicable', { field: 'promoCode', cause: error });
    }
    throw error;
  });
}

function isReusable(
  subscription: Stripe.Subscription,
  promotion: FoundPromotion | undefined,
  now: Date,
): boolean {
  const invoice = subscription.latest_invoice;
  const isOpen = typeof invoice === 'object' && invoice?.status === 'open';
  const isYoung = subscription.created + reusableSeconds > now.getTime() / 1_000;
  const isSame = (subscription.metadata.promoCode ?? '') === (promotion?.code ?? '');
  return isOpen && isYoung && isSame;
}

function withoutId({ promotionCodeId: _, ...promotion }: FoundPromotion) {
  return promotion;
}
