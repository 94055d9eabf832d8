import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { type Clock, createClock } from './clock.ts';
import { newId } from './ids.ts';
import { difference, snapshot } from './snapshot.ts';
import type { State } from './state.ts';

/** The API call being executed. Events caused by the call refer to it. */
export interface CurrentRequest {
  id: string;
  idempotency_key: string | null;
}

/** State and clock of the fake Stripe. Operations are synchronous, so no operation sees partial changes of another. */
export interface World {
  state: State;
  clock: Clock;
  /** Public URL of the pages, without a trailing slash. */
  publicUrl: string;
  request: CurrentRequest | null;
  /** Called for each event after it has been stored. */
  onEvent(event: Stripe.Event): void;
}

export function createWorld(state: State, publicUrl: string): World {
  return { state, clock: createClock(state), publicUrl, request: null, onEvent: () => undefined };
}

type EventObject = Stripe.Event.Data.Object;

/**
 * Stores an event with the current state of an object. If `previous` is given, the event also contains the previous
 * values.
 */
export function emit(world: World, type: Stripe.Event.Type, object: object, previous?: object): void {
  const data: Stripe.Event.Data = { object: snapshot(object) as EventObject };
  if (previous) data.previous_attributes = previous;
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: world.clock.now(),
    data,
    livemode: false,
    pending_webhooks: 0,
    request: world.request ?? { id: null, idempotency_key: null },
    type,
  } as Stripe.Event;
  world.state.events.set(event.id, event);
  world.onEvent(event);
}

/** Changes an object and emits an event with the previous values. Emits no event if nothing changed. */
export function change<T extends object>(
  world: World,
  type: Stripe.Event.Type,
  object: T,
  apply: (object: T) => void,
): void {
  const before = snapshot(object);
  apply(object);
  const previous = difference(before, object);
  if (Object.keys(previous).length > 0) emit(world, type, object, previous);
}

export const newRequestId = () => `req_${randomUUID().replaceAll('-', '').slice(0, 14)}`;
