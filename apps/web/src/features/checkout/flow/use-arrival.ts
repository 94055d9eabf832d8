import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/ui/toast.tsx';
import { useUnauthorized } from '../../../lib/unauthorized.ts';
import type { NextStep } from './read-setup.ts';
import { useRefreshSession } from './use-refresh-session.ts';
import { type Arrival, type Success, useWelcome } from './use-welcome.ts';

/** Stage of a checkout. It is `form` until the payment succeeds or turns out to be unnecessary. */
export type Stage = 'form' | 'subscribed' | 'confirming' | Arrival;

/** Returns the stage of a checkout and the functions that complete it. */
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
   * Returns the client secret of the payment, or undefined if there is nothing to pay. Handles all other next steps.
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

/** Returns an abort controller that is aborted on unmount, so that pending steps have no effect afterwards. */
function useLeaving() {
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);
  return leaving;
}
