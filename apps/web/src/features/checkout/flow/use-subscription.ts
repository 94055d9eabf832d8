import type { Promotion, SubscriptionSetup } from '@gossamer/contracts/billing';
import { useCallback, useRef, useState } from 'react';
import { billingRequests } from '../../../lib/api-billing.ts';
import { isAboutPromoCode, type NextStep, readSetup } from './read-setup.ts';

/** Subscription with a pending payment, and the promotion code that it was created with. */
type Setup = { clientSecret: string; promoCode: string | undefined };

type Options = { adoptPromotion: (promotion: Promotion | undefined) => void };

export type Subscription = {
  clientSecret: string | undefined;
  /** Reuses the pending subscription with this code, or creates one; '' means no code. @throws like `sendJson` */
  prepare: (promoCode: string | undefined) => Promise<NextStep>;
  read: (answer: SubscriptionSetup) => NextStep;
  /** Discards a subscription that can no longer be paid, so that the next `prepare` creates one. */
  letGo: () => void;
};

/** Returns the subscription to pay, which is created once per promotion code and reused by later attempts. */
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

  /** Keeps the client secret of the shown fields until there is a new one. */
  function letGo(): void {
    latest.current = undefined;
  }

  /** Sends one request at a time: a request invalidates earlier subscriptions, whose answers could arrive last. */
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
      // The pending subscription may have been replaced already.
      if (!isAboutPromoCode(error)) hold(undefined);
      throw error;
    }
  }

  return { clientSecret: setup?.clientSecret, prepare, read, letGo };
}
