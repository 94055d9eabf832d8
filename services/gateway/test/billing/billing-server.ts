import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ErrorCode } from '@gossamer/contracts/errors';
import { errorStatuses } from '@gossamer/contracts/errors';
import { type ForwardedIdentity, identityHeader, readIdentity } from '@gossamer/service-kit/identity';

export const identitySecret = 'an identity secret of more than thirty-two characters';

/** One call as it came over the wire. */
export interface BillingRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** Undefined when nobody, or not by the gateway's signature. */
  who: ForwardedIdentity | undefined;
  body: { promoCode?: string; reason?: string };
}

export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

type Play = (request: BillingRequest) => Answer;

const ok = (body: unknown): Answer => ({ status: 200, body });

/** An error as every service words it. */
export const refusal = (code: ErrorCode, more: object = {}, headers = {}): Answer => ({
  status: errorStatuses[code],
  body: { code, message: 'said by billing', requestId: 'of-billing', ...more },
  headers,
});

export const half = {
  ...{ code: 'HALF', percentOff: 50, amountOffCents: null },
  ...{ duration: 'once', durationMonths: null, firstAmountCents: 450 },
};
export const summary = {
  ...{ subscriptionStatus: 'active', currentPeriodEndsAt: '2026-12-20T12:00:00.000Z', isCancelled: false },
  ...{
    graceEndsAt: null,
    hasPortal: true,
    refundableUntil: '2026-12-20T12:00:00.000Z',
    isRefundRequested: false,
  },
};
export const incomplete = {
  ...{
    status: 'incomplete',
    customerId: 'cus_1',
    clientSecret: 'pi_1_secret_1',
    isNew: true,
    promotion: null,
  },
  ...{ plan: 'free', planVersion: 0 },
};
export const paid = { subscriptionStatus: 'active', plan: 'pro', planVersion: 1 };
export const refundFacts = {
  ...{ invoiceId: 'in_1', paymentIntentId: 'pi_1', customerId: 'cus_1', amountCents: 900, currency: 'usd' },
  paidAt: '2026-11-20T12:00:00.000Z',
};

const asMember =
  (play: Play): Play =>
  (request) =>
    request.who ? play(request) : refusal('unauthorized');

const findPromotion: Play = ({ body }) =>
  body.promoCode === half.code ? ok(half) : refusal('promo_code_not_found', { field: 'promoCode' });

const plays: Record<string, Play> = {
  'POST /subscriptions': asMember((request) => {
    if (!request.body.promoCode) return ok(incomplete);
    const found = findPromotion(request);
    return found.status === 200 ? ok({ ...incomplete, promotion: half }) : found;
  }),
  'POST /promotions': findPromotion,
  'POST /confirm': asMember(() => ok(paid)),
  'POST /portal': asMember(() => ok({ url: 'https://billing.stripe.example/session/1' })),
  'GET /summary': asMember(() => ok(summary)),
  'POST /refund-requests': asMember(() => ok(refundFacts)),
  'POST /webhooks/stripe': () => ok({ received: true }),
};

/** What stands at the other end of the gateway's calls: a billing service that keeps the contract and does as it is told. */
export async function startBilling() {
  const calls: BillingRequest[] = [];
  const state: { plays: Record<string, Play | 'away'> } = { plays: {} };
  const server = createServer((request, response) => void answer(request, response));

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await read(incoming);
    calls.push(request);
    const name = `${request.method} ${request.path}`;
    const play = state.plays[name] ?? plays[name];
    if (play === 'away') return void incoming.socket.destroy();
    const { status, body, headers = {} } = play?.(request) ?? refusal('route_not_found');
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    last: () => calls.at(-1) as BillingRequest,
    /** From now on this call is answered so, or with nothing at all, until `reset`. */
    play: (name: keyof typeof plays, how: Answer | Play | 'away') => {
      state.plays[name] = how === 'away' || typeof how === 'function' ? how : () => how;
    },
    reset: () => {
      state.plays = {};
      calls.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type TestBilling = Awaited<ReturnType<typeof startBilling>>;

/** The variables of a gateway that sells by this billing. */
export const sellingBy = (billing: TestBilling) => ({
  BILLING_URL: billing.url,
  IDENTITY_SECRET: identitySecret,
});

async function read(incoming: IncomingMessage): Promise<BillingRequest> {
  const bytes = Buffer.concat(await incoming.toArray());
  const token = incoming.headers[identityHeader];
  return {
    ...{ method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers, bytes },
    who: typeof token === 'string' ? await readIdentity(token, 'billing', identitySecret) : undefined,
    body: incoming.url?.startsWith('/webhooks') || bytes.length === 0 ? {} : JSON.parse(bytes.toString()),
  };
}
