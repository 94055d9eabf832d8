import { createSubscriptionBody, promoCodeBody } from '@gossamer/contracts/billing';
import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import type { z } from 'zod';
import type { BillingDeps } from '../deps.ts';
import { atStripe } from '../stripe/faults.ts';
import { readAsker, requireAsker } from '../who-asks.ts';
import { createSubscription } from './create-subscription.ts';
import { findPromotion } from './find-promotion.ts';

/** What comes before a payment. */
export function subscribeRoutes(http: Http, deps: BillingDeps): void {
  http.post('/subscriptions', async (request) => {
    const identity = await requireAsker(request, deps);
    const { promoCode } = parse(createSubscriptionBody, request.body ?? {});
    return atStripe(() => createSubscription(deps, identity, promoCode));
  });

  http.post('/promotions', async (request) => {
    const identity = await readAsker(request, deps);
    const { promoCode } = parse(promoCodeBody, request.body);
    const buyer = await buyerOf(deps, identity?.accountId);
    const found = await atStripe(() => findPromotion(deps.stripe(), promoCode, buyer, deps.clock()));
    const { promotionCodeId: _, ...promotion } = found;
    return promotion;
  });
}

async function buyerOf({ db }: BillingDeps, accountId: string | undefined) {
  if (accountId === undefined) return { customerId: undefined, hasPaid: false };
  const account = await db
    .selectFrom('accounts')
    .select('stripeCustomerId')
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  const payment = await db
    .selectFrom('payments')
    .select('invoiceId')
    .where('accountId', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  return { customerId: account?.stripeCustomerId ?? undefined, hasPaid: payment !== undefined };
}

function parse<S extends z.ZodObject>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const field = String(parsed.error.issues[0]?.path[0] ?? 'body');
  throw new AppError(field === 'promoCode' ? 'invalid_promo_code' : 'invalid_request', { field });
}
