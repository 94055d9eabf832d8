import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { useToast } from '../../../components/ui/toast.tsx';
import { pause } from '../../../lib/wait.ts';
import { settlePayment } from './settle-payment.ts';
import { useRefreshSession } from './use-refresh-session.ts';

/** How Pro was activated. Each value has the text of a toast under `success` in `checkout.json`. */
export type Success = 'paid' | 'paidWithAccount' | 'free';
export type Arrival = 'processing' | 'done';

/** Milliseconds between showing the toast and redirecting, so that the user can read the toast (spec.md, section 4). */
const redirectDelayMs = 2_000;

type Options = { success: Success; signal: AbortSignal; onArrival: (arrival: Arrival) => void };

/**
 * Returns a function that polls until the payment has activated Pro, then shows a toast and navigates to /compress.
 * Client-side navigation preserves the files in the queue.
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
        // An abort is not an error, because the user has left the page.
        if (!signal.aborted) throw error;
      }
    },
    [t, showToast, navigate, refreshSession],
  );
}
