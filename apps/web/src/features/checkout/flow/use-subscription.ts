import type { Promotion, SubscriptionSetup } from '@gossamer/contracts/billing';
import { useCallback, useRef, useState } from 'react';
import { billingRequests } from '../../../lib/api-billing.ts';
import { isAboutPromoCode, type NextStep, readSetup } from './read-setup.ts';

/** The subscription that waits to be paid, and the code it was made with. */
type Setup = { clientSecret: string; promoCode: string | undefined };

type Options = { adoptPromotion: (promotion: Promotion | undefined) => void };

export type Subscription = {
  clientSecret: string | undefined;
  /** The one that waits, when it was made with this code; else a new answer. Empty: without any. @throws as `sendJson` does */
  prepare: (promoCode: string | undefined) => Promise<NextStep>;
  read: (answer: SubscriptionSetup) => NextStep;
  /** Lets go of what cannot be paid any more: the next `prepare` asks anew. */
  letGo: () => void;
};

/** What is paid: made once for each code, however often it is tried to be paid. */
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

  /** What is shown stays until there is another. */
  function letGo(): void {
    latest.current = undefined;
  }

  /** One request at a time: of two the later answer could be the one that the earlier request made worthless. */
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
      // The one that waited may have been replaced already.
      if (!isAboutPromoCode(error)) hold(undefined);
      throw error;
    }
  }

  return { clientSecret: setup?.clientSecret, prepare, read, letGo };
}
