import { timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Fault, FaultRule } from '../faults.ts';
import { faultAnswer, preventsEffect } from '../faults.ts';
import { catalogRoutes } from '../resources/catalog.ts';
import { customerRoutes } from '../resources/customers.ts';
import { eventRoutes } from '../resources/events.ts';
import { invoiceRoutes } from '../resources/invoices.ts';
import { paymentRoutes } from '../resources/payments.ts';
import { portalRoutes } from '../resources/portal.ts';
import { subscriptionRoutes } from '../resources/subscriptions.ts';
import { StripeError } from '../stripe-error.ts';
import { newRequestId, type World } from '../world.ts';
import { type Answer, type ApiCall, answerCall, errorAnswer } from './answer-call.ts';
import type { Route } from './route.ts';

/** An API call as recorded for tests. Status 0 means that the connection was closed without a response. */
export interface RecordedCall {
  method: string;
  path: string;
  idempotencyKey: string | undefined;
  status: number;
}

export interface ApiOptions {
  secretKey: string;
  calls: RecordedCall[];
  /** Returns the fault to inject into an API call. */
  fault: FaultRule;
  /** Aborted when the server closes, to cancel injected delays. */
  closing: AbortSignal;
  /** Persists the state. Called after each API call that may have changed it. */
  save(): void;
}

const routes: Route[] = [
  ...catalogRoutes,
  ...customerRoutes,
  ...eventRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...portalRoutes,
  ...subscriptionRoutes,
];

/** Registers the routes of Stripe's API under `/v1`. */
export function addApi(http: FastifyInstance, world: World, options: ApiOptions): void {
  for (const route of routes) {
    http.route({
      method: route.method,
      url: route.path,
      exposeHeadRoute: false,
      handler: (request, reply) =>
        serve(
          options,
          request,
          reply,
          (call, fault) => answerCall(world, route, call, fault),
          route.method !== 'GET',
        ),
    });
  }
  http.all('/v1/*', (request, reply) => serve(options, request, reply, () => unknownUrl(request), false));
}

async function serve(
  options: ApiOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (call: ApiCall, fault?: Answer) => Answer,
  isChange: boolean,
): Promise<unknown> {
  const call = readCall(request);
  const recorded = {
    method: request.method,
    path: call.path,
    idempotencyKey: call.idempotencyKey,
    status: 0,
  };
  options.calls.push(recorded);
  reply.header('request-id', call.requestId);
  if (!hasKey(request, options.secretKey)) return send(reply, recorded, wrongKey(request));

  const fault = options.fault({ method: request.method, path: call.path });
  const effect = preventsEffect(fault) ? keptFault(fault, call, answer) : answer(call);
  if (effect && isChange) options.save();
  const result = await afterFault(fault, effect, options.closing);
  if (result === undefined) {
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
  if (call.idempotencyKey !== undefined) reply.header('idempotency-key', call.idempotencyKey);
  if (result.isReplayed) reply.header('idempotent-replayed', 'true');
  return send(reply, recorded, result);
}

/**
 * Returns the response for an injected error with status 500. Stores the error under the call's idempotency key, unless
 * a response is already stored.
 */
function keptFault(
  fault: Fault | undefined,
  call: ApiCall,
  answer: (call: ApiCall, fault?: Answer) => Answer,
): Answer | undefined {
  const isOwn = typeof fault === 'object' && 'status' in fault && fault.status === 500;
  return isOwn ? answer(call, faultAnswer(500)) : undefined;
}

/** Returns the response after applying the fault, or undefined if the connection must be closed. */
async function afterFault(
  fault: Fault | undefined,
  effect: Answer | undefined,
  closing: AbortSignal,
): Promise<Answer | undefined> {
  if (fault === undefined) return effect;
  if (typeof fault === 'string') return undefined;
  if ('status' in fault)
    return fault.status === 500 && !fault.afterEffect ? effect : faultAnswer(fault.status);
  await sleep(fault.delayMs, undefined, { signal: closing }).catch(() => undefined);
  return effect;
}

function send(reply: FastifyReply, recorded: RecordedCall, answer: Answer): FastifyReply {
  recorded.status = answer.status;
  return reply.status(answer.status).send(answer.body);
}

function readCall(request: FastifyRequest): ApiCall {
  const { 'idempotency-key': key } = request.headers;
  const inQuery = Object.assign({}, request.query);
  const isInBody = request.method === 'POST';
  return {
    requestId: newRequestId(),
    path: request.url.split('?')[0] ?? '',
    id: String(Object.assign({ id: '' }, request.params).id),
    params: isInBody ? Object.assign(inQuery, request.body) : inQuery,
    idempotencyKey: typeof key === 'string' ? key : undefined,
  };
}

function givenKey({ headers: { authorization = '' } }: FastifyRequest): string {
  const [scheme = '', value = ''] = authorization.split(' ');
  if (scheme.toLowerCase() === 'bearer') return value;
  return scheme.toLowerCase() === 'basic'
    ? (Buffer.from(value, 'base64').toString().split(':')[0] ?? '')
    : '';
}

function hasKey(request: FastifyRequest, secretKey: string): boolean {
  const [given, wanted] = [Buffer.from(givenKey(request)), Buffer.from(secretKey)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function wrongKey(request: FastifyRequest): Answer {
  const given = givenKey(request);
  const message =
    given === '' ? 'You did not provide an API key.' : `Invalid API Key provided: ${given.slice(0, 7)}***`;
  return errorAnswer(new StripeError(401, { type: 'invalid_request_error', message }));
}

function unknownUrl(request: FastifyRequest): Answer {
  const path = request.url.split('?')[0];
  return errorAnswer(
    new StripeError(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${request.method}: ${path}).`,
    }),
  );
}
