import Stripe from 'stripe';
import type { Delivery } from './state.ts';
import type { World } from './world.ts';

const attemptTimeoutMs = 20_000;
const longestPauseMs = 30_000;

export interface Webhooks {
  /** Queues an event for delivery, unless webhooks are disabled. */
  add(event: Stripe.Event): void;
  setOn(isOn: boolean): void;
  /** Resolves once no deliveries are pending. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

interface WebhookOptions {
  url: string | undefined;
  secret: string;
  onDelivered(): void;
}

/**
 * Sends events to a webhook one at a time. A failed delivery is retried after 1, 2, 4, … 30 s and does not delay later
 * events. Once the webhook accepts an event, all pending deliveries are retried immediately.
 */
export function createWebhooks(world: World, { url, secret, onDelivered }: WebhookOptions): Webhooks {
  const { deliveries } = world.state;
  const closing = new AbortController();
  let isOn = true;
  // Retry immediately after a restart, because the webhook may be available again.
  for (const delivery of deliveries) delivery.nextAttemptAtMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let waiting: (() => void)[] = [];

  const next = () => deliveries.find(({ nextAttemptAtMs }) => nextAttemptAtMs <= Date.now());

  const notifySettled = () => {
    if (deliveries.length > 0 && isOn && !closing.signal.aborted) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };

  const work = async () => {
    for (let delivery = next(); delivery && isOn && !closing.signal.aborted; delivery = next()) {
      await attempt(delivery);
    }
    notifySettled();
  };

  const wake = () => {
    clearTimeout(timer);
    if (running || !isOn || closing.signal.aborted || deliveries.length === 0) return;
    const pauseMs = Math.max(0, Math.min(...deliveries.map((one) => one.nextAttemptAtMs)) - Date.now());
    timer = setTimeout(() => {
      running = work().finally(() => {
        running = undefined;
        wake();
      });
    }, pauseMs);
    timer.unref();
  };

  const attempt = async (delivery: Delivery) => {
    const event = world.state.events.get(delivery.eventId);
    const isTaken = !event || url === undefined || (await post(url, secret, event, closing.signal));
    if (closing.signal.aborted && !isTaken) return;
    if (!isTaken) {
      delivery.nextAttemptAtMs = Date.now() + Math.min(longestPauseMs, 1_000 * 2 ** delivery.attempts);
      delivery.attempts += 1;
      return;
    }
    if (event) event.pending_webhooks = 0;
    deliveries.splice(deliveries.indexOf(delivery), 1);
    for (const other of deliveries) other.nextAttemptAtMs = 0;
    onDelivered();
  };

  wake();
  return {
    add: (event) => {
      if (url === undefined || !isOn) return;
      event.pending_webhooks = 1;
      deliveries.push({ eventId: event.id, attempts: 0, nextAttemptAtMs: 0 });
      wake();
    },
    setOn: (value) => {
      isOn = value;
      wake();
      notifySettled();
    },
    settled: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (!running) notifySettled();
      }),
    close: async () => {
      closing.abort();
      clearTimeout(timer);
      await running;
      notifySettled();
    },
  };
}

/** Sends an event to the webhook once. Returns whether the webhook accepted the event. */
async function post(url: string, secret: string, event: Stripe.Event, signal: AbortSignal): Promise<boolean> {
  const payload = JSON.stringify(event, null, 2);
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: payload,
      redirect: 'manual',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }),
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(attemptTimeoutMs)]),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
