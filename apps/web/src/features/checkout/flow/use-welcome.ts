import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { useToast } from '../../../components/ui/toast.tsx';
import { pause } from '../../../lib/wait.ts';
import { settlePayment } from './settle-payment.ts';
import { useRefreshSession } from './use-refresh-session.ts';

/** How Pro was come by; each has its toast in `checkout.json`. */
export type Success = 'paid' | 'paidWithAccount' | 'free';
export type Arrival = 'processing' | 'done';

/** spec.md section 4: the toast can be read before the tool is there. */
const redirectDelayMs = 2_000;

type Options = { success: Success; signal: AbortSignal; onArrival: (arrival: Arrival) => void };

/**
 * What follows a payment: the plan is asked for until it is there, then a toast, and after a while /compress. Stays in
 * the page, so that files which wait in the queue are still there.
 */
export function useWelcome(): (options: Options) => Promise<void> {
  const { t } = useTranslation('checkout');
  const showToast = useToast();
  const navigate = useNavigate();
  const refreshSession = useRefreshSession();
  return useCallback(
    async ({ success, signal, onArrival }) => {
      try {
        const isPro = await settlePayment({ signal, onWaiting: () => onArrival('processing') });
        if (!isPro) return;
        await refreshSession();
        signal.throwIfAborted();
        onArrival('done');
        showToast({ title: t(`success.${success}.title`), description: t(`success.${success}.text`) });
        await pause(redirectDelayMs, signal);
        void navigate(paths.compress);
      } catch (error) {
        // Whoever leaves the page is not called back to it.
        if (!signal.aborted) throw error;
      }
    },
    [t, showToast, navigate, refreshSession],
  );
}
