import { createSubscriptionBody, promoCodeBody } from '@gossamer/contracts/billing';
import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import type { z } from 'zod';
import { readCaller, requireCaller } from '../caller.ts';
import type { BillingDeps } from '../deps.ts';
import { customerIdOf } from '../mirror/accounts.ts';
import { atStripe } from '../stripe/faults.ts';
import { createSubscription } from './create-subscription.ts';
import { findPromotion } from './find-promotion.ts';

/** Registers the routes for subscriptions and promotion codes. */
export function subscribeRoutes(http: Http, deps: BillingDeps): void {
  http.post('/subscriptions', async (request) => {
    const identity = await requireCaller(request, deps);
    const { promoCode } = parse(createSubscriptionBody, request.body ?? {});
    return atStripe(() => createSubscription(deps, identity, promoCode));
  });

  http.post('/promotions', async (request) => {
    const identity = readCaller(request, deps);
    const { promoCode } = parse(promoCodeBody, request.body);
    const accountId = identity?.accountId;
    const customerId = (accountId && (await customerIdOf(deps, accountId))) || undefined;
    const found = await atStripe(() => findPromotion(deps, promoCode, { accountId, customerId }));
    const { promotionCodeId: _, ...promotion } = found;
    return promotion;
  });
}

function parse<S extends z.ZodObject>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const field = String(parsed.error.issues[0]?.path[0] ?? 'body');
  throw new AppError(field === 'promoCode' ? 'invalid_promo_code' : 'invalid_request', { field });
}
