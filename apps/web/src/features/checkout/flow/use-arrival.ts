import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/ui/toast.tsx';
import { useUnauthorized } from '../../../lib/unauthorized.ts';
import type { NextStep } from './read-setup.ts';
import { useRefreshSession } from './use-refresh-session.ts';
import { type Arrival, type Success, useWelcome } from './use-welcome.ts';

/** Stage of the checkout. It remains `form` until the payment has succeeded or turned out to be unnecessary. */
export type Stage = 'form' | 'subscribed' | 'confirming' | Arrival;

/** Returns the stage of the checkout and the functions that advance it. */
export function useArrival(onBroken: () => void) {
  const { t } = useTranslation('checkout');
  const showToast = useToast();
  const leaveUnauthorized = useUnauthorized();
  const refreshSession = useRefreshSession();
  const welcome = useWelcome();
  const leaving = useLeaving();
  const [stage, setStage] = useState<Stage>('form');

  async function arrive(success: Success): Promise<void> {
    setStage('confirming');
    const { signal } = leaving.current;
    await welcome({ success, signal, onArrival: setStage }).catch(() => leaveUnauthorized());
  }

  /**
   * Returns the client secret if payment is required. Otherwise, shows the outcome that the server reported and returns
   * undefined.
   */
  async function take(next: NextStep): Promise<string | undefined> {
    if (next.step === 'pay') return next.clientSecret;
    if (next.step === 'free') await arrive('free');
    if (next.step === 'broken') onBroken();
    if (next.step === 'subscribed') {
      setStage('subscribed');
      showToast({ title: t('subscribed.title'), description: t('subscribed.text') });
      await refreshSession();
    }
    return undefined;
  }

  return { stage, arrive, take };
}

/**
 * Returns a ref to an AbortController that is aborted on unmount, so that pending checkout steps have no effect after
 * the user has left.
 */
function useLeaving() {
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);
  return leaving;
}
