import type { Promotion, SubscriptionSetup } from '@gossamer/contracts/billing';
import { useCallback, useRef, useState } from 'react';
import { billingRequests } from '../../../lib/api-billing.ts';
import { isAboutPromoCode, type NextStep, readSetup } from './read-setup.ts';

/** A subscription with a pending payment, and its promotion code. */
type Setup = { clientSecret: string; promoCode: string | undefined };

type Options = { adoptPromotion: (promotion: Promotion | undefined) => void };

export type Subscription = {
  clientSecret: string | undefined;
  /**
   * Returns the pending subscription if it has the given promotion code. Otherwise, creates a subscription. An empty
   * string means no code.
   * @throws the errors of `sendJson`
   */
  prepare: (promoCode: string | undefined) => Promise<NextStep>;
  read: (answer: SubscriptionSetup) => NextStep;
  /** Discards a subscription that can no longer be paid. The next call to `prepare` creates a new one. */
  letGo: () => void;
};

/**
 * Manages the subscription that the checkout pays for. Creates one subscription per promotion code and reuses it for
 * later attempts.
 */
export function useSubscription({ adoptPromotion }: Options): Subscription {
  const [setup, setSetup] = useState<Setup>();
  const latest = useRef<Setup>(undefined);
  const turn = useRef<Promise<void>>(Promise.resolve());

  const hold = useCallback((next: Setup | undefined) => {
    latest.current = next;
    setSetup(next);
  }, []);

  function read(answer: SubscriptionSetup): NextStep {
    const next = readSetup(answer);
    const promotion = answer.promotion ?? undefined;
    adoptPromotion(promotion);
    hold(next.step === 'pay' ? { clientSecret: next.clientSecret, promoCode: promotion?.code } : undefined);
    return next;
  }

  /** Discards the subscription. The displayed payment fields keep its client secret until a new subscription exists. */
  function letGo(): void {
    latest.current = undefined;
  }

  /**
   * Queues the request, so that requests are sent one after another. Each request invalidates earlier subscriptions,
   * and concurrent responses could arrive out of order.
   */
  function prepare(promoCode: string | undefined): Promise<NextStep> {
    const next = turn.current.then(() => prepareNow(promoCode));
    turn.current = next.then(
      () => undefined,
      () => undefined,
    );
    return next;
  }

  async function prepareNow(promoCode: string | undefined): Promise<NextStep> {
    const held = latest.current;
    if (held && held.promoCode === (promoCode || undefined))
      return { step: 'pay', clientSecret: held.clientSecret };
    try {
      return read(await billingRequests.createSubscription(promoCode));
    } catch (error) {
      // The failed request may already have replaced the pending subscription.
      if (!isAboutPromoCode(error)) hold(undefined);
      throw error;
    }
  }

  return { clientSecret: setup?.clientSecret, prepare, read, letGo };
}
