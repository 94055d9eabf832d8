import {
  type BillingSummary,
  billingConfirmation,
  billingSummary,
  type Promotion,
  portalLink,
  promotion,
  refundRequestFacts,
  type SubscriptionSetup,
  subscriptionSetup,
} from '@gossamer/contracts/billing';
import { errorBody } from '@gossamer/contracts/error-body';
import type { ErrorCode } from '@gossamer/contracts/errors';
import { AppError } from '@gossamer/service-kit/errors';
import { identityHeader, signIdentity } from '@gossamer/service-kit/identity';
import type { z } from 'zod';
import type { GatewayConfig } from '../config.ts';
import type { AccountRow } from '../db/schema.ts';

/** On whose behalf billing is called. */
export interface BillingCall {
  requestId: string;
  /** Absent for visitors. */
  account?: AccountRow | undefined;
}

/**
 * The billing service. Each call throws its refusals as they are (@throws AppError with billing's code, field, details
 * and Retry-After), and `payment_provider_unavailable` when it does not answer, or not by the contract.
 */
export interface BillingClient {
  createSubscription(call: BillingCall, promoCode: string | undefined): Promise<SubscriptionSetup>;
  findPromotion(call: BillingCall, promoCode: string): Promise<Promotion>;
  confirm(call: BillingCall): Promise<z.infer<typeof billingConfirmation>>;
  openPortal(call: BillingCall): Promise<z.infer<typeof portalLink>>;
  readSummary(call: BillingCall): Promise<BillingSummary>;
  requestRefund(call: BillingCall): Promise<z.infer<typeof refundRequestFacts>>;
  /** Hands on what Stripe sent, byte by byte; whatever billing answers is the answer. */
  passWebhook(requestId: string, webhook: StripeWebhook): Promise<Response>;
}

export interface StripeWebhook {
  body: Buffer;
  contentType: string | undefined;
  signature: string | undefined;
}

/**
 * Enough for one call of billing to Stripe that goes wrong twice (three tries of 6 s), not for all of them: one purchase
 * makes up to eight, one after the other. When Stripe is slow with several, the answer is that it is away while billing
 * goes on; asking again finds what was made meanwhile.
 */
const timeoutMs = 25_000;
const retryAfterSeconds = 5;

/** Refusals that can only mean that we asked in a wrong way: not the client's to mend. */
const faultsOfOurs: ReadonlySet<ErrorCode> = new Set(['unauthorized', 'route_not_found', 'cross_origin']);

/** Speaks with the billing service over HTTP, each call with the signed identity of whoever asks. */
export function createBillingClient(config: NonNullable<GatewayConfig['billing']>): BillingClient {
  async function call<S extends z.ZodType>(
    { requestId, account }: BillingCall,
    answer: S,
    path: string,
    body?: unknown,
  ): Promise<z.output<S>> {
    const response = await send(path, {
      method: path === '/summary' ? 'GET' : 'POST',
      headers: {
        'x-request-id': requestId,
        ...(account && { [identityHeader]: await signed(account, config.identitySecret) }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const json = await response.json().catch((error: unknown) => {
      throw unavailable(error);
    });
    if (!response.ok) throw toRefusal(response, json);
    const parsed = answer.safeParse(json);
    if (!parsed.success) throw unavailable(parsed.error);
    return parsed.data;
  }

  async function send(path: string, init: RequestInit): Promise<Response> {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await fetch(new URL(path, config.url), { ...init, redirect: 'error', signal });
    } catch (error) {
      throw unavailable(error);
    }
  }

  return {
    createSubscription: (who, promoCode) => call(who, subscriptionSetup, '/subscriptions', { promoCode }),
    findPromotion: (who, promoCode) => call(who, promotion, '/promotions', { promoCode }),
    confirm: (who) => call(who, billingConfirmation, '/confirm'),
    openPortal: (who) => call(who, portalLink, '/portal'),
    readSummary: (who) => call(who, billingSummary, '/summary'),
    requestRefund: (who) => call(who, refundRequestFacts, '/refund-requests'),
    passWebhook: (requestId, { body, contentType, signature }) =>
      send('/webhooks/stripe', {
        method: 'POST',
        headers: {
          'x-request-id': requestId,
          ...(contentType !== undefined && { 'content-type': contentType }),
          ...(signature !== undefined && { 'stripe-signature': signature }),
        },
        body: new Uint8Array(body),
      }),
  };
}

function signed(account: AccountRow, secret: string): Promise<string> {
  const { id: accountId, email, firstName, lastName, preferredLanguage: language } = account;
  return signIdentity({ accountId, email, firstName, lastName, language }, 'billing', secret);
}

function toRefusal(response: Response, json: unknown): AppError {
  const { data, error } = errorBody.safeParse(json);
  if (!data) return unavailable(error);
  if (faultsOfOurs.has(data.code)) return unavailable(new Error(`billing answered ${data.code}`));
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new AppError(data.code, {
    ...(data.field !== undefined && { field: data.field }),
    ...(data.details !== undefined && { details: data.details }),
    ...(seconds > 0 && { retryAfterSeconds: seconds }),
    cause: new Error(`billing answered ${response.status}`),
  });
}

const unavailable = (cause: unknown) =>
  new AppError('payment_provider_unavailable', { retryAfterSeconds, cause });
