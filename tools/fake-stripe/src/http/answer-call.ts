import { expandAnswer } from '../expand.ts';
import { runDue } from '../renewals.ts';
import { snapshot } from '../snapshot.ts';
import type { StoredAnswer } from '../state.ts';
import { StripeError } from '../stripe-error.ts';
import type { World } from '../world.ts';
import type { Route } from './route.ts';

/** An incoming API call. */
export interface ApiCall {
  requestId: string;
  path: string;
  id: string;
  params: unknown;
  idempotencyKey: string | undefined;
}

export interface Answer {
  status: number;
  body: unknown;
  isReplayed?: boolean;
}

/**
 * Executes an API call, or replays the response stored under its idempotency key. If `fault` is given, returns it
 * without executing the call. Like Stripe, also stores it under the key.
 */
export function answerCall(world: World, route: Route, call: ApiCall, fault?: Answer): Answer {
  runDue(world, world.clock.now());
  // Like Stripe, ignore the idempotency key except for POST requests. GET and DELETE are idempotent.
  const key = route.method === 'POST' ? call.idempotencyKey : undefined;
  const fingerprint = JSON.stringify([call.path, call.params]);
  const stored = key === undefined ? undefined : world.state.answers.get(key);
  if (stored) return replay(stored, fingerprint, key ?? '');
  try {
    const params = route.parse(call.params);
    const answer = fault ?? carryOut(world, route, call, params);
    if (key !== undefined) world.state.answers.set(key, { ...answer, fingerprint, atMs: Date.now() });
    return answer;
  } catch (error) {
    // Do not store a response under the idempotency key, because the call was not executed.
    return errorAnswer(error);
  }
}

function carryOut(
  world: World,
  route: Route,
  call: ApiCall,
  params: { expand?: string[] | undefined },
): Answer {
  world.request = { id: call.requestId, idempotency_key: call.idempotencyKey ?? null };
  try {
    const result = route.run(world, params as never, call.id);
    return { status: 200, body: expandAnswer(world, result, params.expand) };
  } catch (error) {
    return errorAnswer(error);
  } finally {
    world.request = null;
  }
}

export function errorAnswer(error: unknown): Answer {
  if (!(error instanceof StripeError)) throw error;
  return { status: error.status, body: { error: error.body } };
}

function replay(stored: StoredAnswer, fingerprint: string, key: string): Answer {
  if (stored.fingerprint === fingerprint) {
    return { status: stored.status, body: snapshot(stored.body), isReplayed: true };
  }
  return errorAnswer(
    new StripeError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    }),
  );
}
