import type Stripe from 'stripe';
import { addMonths, day } from './clock.ts';
import type { FaultRule } from './faults.ts';
import { findSubscription } from './find.ts';
import type { RecordedCall } from './http/api.ts';
import { createServer } from './http/server.ts';
import type { NewPromotionCode } from './objects/promotion.ts';
import { confirmWithCard, intentBySecret } from './operations/confirming.ts';
import { addPromotionCode } from './operations/discounts.ts';
import { cancelAtPeriodEnd, endSubscription } from './operations/ending.ts';
import { changeCard } from './operations/methods.ts';
import { authenticatePayment, type PaymentOutcome } from './operations/payments.ts';
import { closeDispute, openDisputeOf, refundCharge } from './operations/refunding.ts';
import { runDue } from './renewals.ts';
import { snapshot } from './snapshot.ts';
import { addStartingCodes } from './starting-codes.ts';
import { createSaver, loadState } from './state.ts';
import { missing } from './stripe-error.ts';
import { cardOf } from './test-cards.ts';
import { createWebhooks } from './webhooks.ts';
import { change, createWorld, type World } from './world.ts';

export interface FakeStripeOptions {
  host?: string;
  /** Port to listen on, or 0 to select a free port. */
  port?: number;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Webhook URL to which events are sent. If unset, no events are sent. */
  webhookUrl?: string;
  /** Path of the JSON file in which the state is kept across restarts. */
  stateFile?: string;
  /** URL at which browsers reach the pages. Defaults to the URL of the server. */
  publicUrl?: string;
}

export interface Advance {
  months?: number;
  days?: number;
}

export interface FakeStripe {
  url: string;
  close(): Promise<void>;
  /** All API calls received under `/v1`, without their query strings. */
  calls: RecordedCall[];
  /** Injects faults into API calls, to test outages. Undefined removes the current rule. */
  setFault(fault: FaultRule | undefined): void;
  events(): Stripe.Event[];
  /** Enables or disables webhooks. While webhooks are disabled, events are stored but not sent. */
  setWebhooks(isOn: boolean): void;
  /** Resolves once all events have been delivered. */
  settled(): Promise<void>;
  /** Moves the clock forward and executes all actions that are due by then, in chronological order. */
  advance(by: Advance): Promise<void>;
  /**
   * Pays with a card number, as a browser would.
   * @throws StripeError if no payment is due
   */
  pay(clientSecret: string, cardNumber: string): Promise<PaymentOutcome>;
  authenticate(clientSecret: string, outcome: 'complete' | 'fail'): Promise<'succeeded' | 'failed'>;
  /** Actions that a merchant takes in Stripe's dashboard. */
  refund(paymentIntentId: string, amountCents?: number): Stripe.Refund;
  dispute(paymentIntentId: string): Stripe.Dispute;
  closeDispute(disputeId: string, status: 'won' | 'lost'): Stripe.Dispute;
  cancel(subscriptionId: string, options: { atPeriodEnd: boolean }): void;
  changeCard(customerId: string, cardNumber: string): void;
  addPromotionCode(wanted: NewPromotionCode): Stripe.PromotionCode;
}

/** Milliseconds between checks for due renewals, payment retries and expiries. */
const dueEveryMs = 15_000;

/** Starts the fake Stripe. Loads the state file, if there is one. */
export async function startFakeStripe(options: FakeStripeOptions): Promise<FakeStripe> {
  const state = loadState(options.stateFile);
  const world = createWorld(state, '');
  const saver = createSaver(options.stateFile, state);
  if (state.promotionCodes.size === 0) addStartingCodes(world);
  const closing = new AbortController();
  const calls: RecordedCall[] = [];
  let fault: FaultRule | undefined;

  const advance = (by: Advance) => {
    advanceWorld(world, by);
    saver.now();
  };
  const http = await createServer(world, {
    secretKey: options.secretKey,
    publishableKey: options.publishableKey,
    calls,
    fault: (call) => fault?.(call),
    closing: closing.signal,
    save: saver.now,
    advance,
  });
  const { host = '127.0.0.1', port = 0 } = options;
  const url = await http.listen({ host, port });
  world.publicUrl = (options.publicUrl ?? url).replace(/\/+$/, '');
  const webhooks = createWebhooks(world, {
    url: options.webhookUrl,
    secret: options.webhookSecret,
    onDelivered: saver.soon,
  });
  world.onEvent = (event) => {
    webhooks.add(event);
    saver.soon();
  };
  const timer = setInterval(() => runDue(world, world.clock.now()), dueEveryMs);

  return {
    url,
    calls,
    setFault: (rule) => {
      fault = rule;
    },
    events: () => snapshot([...state.events.values()]),
    setWebhooks: webhooks.setOn,
    settled: webhooks.settled,
    advance: async (by) => advance(by),
    ...actionsOf(world, saver.now),
    close: async () => {
      clearInterval(timer);
      closing.abort();
      await http.close();
      await webhooks.close();
      saver.now();
    },
  };
}

function advanceWorld(world: World, { months = 0, days = 0 }: Advance): void {
  const target = addMonths(world.clock.now(), months) + days * day;
  runDue(world, target);
  world.clock.moveTo(target);
}

type Actions = Pick<
  FakeStripe,
  | 'pay'
  | 'authenticate'
  | 'refund'
  | 'dispute'
  | 'closeDispute'
  | 'cancel'
  | 'changeCard'
  | 'addPromotionCode'
>;

/** Returns the actions of merchants and customers. Each action saves the state. */
function actionsOf(world: World, save: () => void): Actions {
  const saved = <T>(work: () => T): T => {
    runDue(world, world.clock.now());
    try {
      return snapshot(work());
    } finally {
      save();
    }
  };
  return {
    pay: async (clientSecret, cardNumber) =>
      saved(() => confirmWithCard(world, clientSecret, cardOf(cardNumber, world.clock.now()), null)),
    authenticate: async (clientSecret, outcome) =>
      saved(() => authenticatePayment(world, intentBySecret(world, clientSecret), outcome)),
    refund: (intent, amount) => saved(() => refundCharge(world, { payment_intent: intent, amount })),
    dispute: (intent) => saved(() => openDisputeOf(world, intent)),
    closeDispute: (id, status) =>
      saved(() => {
        const dispute = world.state.disputes.get(id);
        if (!dispute) throw missing('dispute', id);
        return closeDispute(world, dispute, status);
      }),
    cancel: (id, { atPeriodEnd }) => void saved(() => cancel(world, id, atPeriodEnd) ?? null),
    changeCard: (customer, number) =>
      void saved(() => changeCard(world, customer, cardOf(number, world.clock.now())) ?? null),
    addPromotionCode: (wanted) => saved(() => addPromotionCode(world, wanted)),
  };
}

function cancel(world: World, id: string, atPeriodEnd: boolean): void {
  const subscription = findSubscription(world, id);
  if (atPeriodEnd) {
    change(world, 'customer.subscription.updated', subscription, () =>
      cancelAtPeriodEnd(world, subscription, true),
    );
  } else {
    endSubscription(world, subscription, 'cancellation_requested');
  }
}
