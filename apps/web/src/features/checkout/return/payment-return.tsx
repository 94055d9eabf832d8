import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { useToast } from '../../../components/ui/toast.tsx';
import { useSession } from '../../../lib/session.ts';
import { useUnauthorized } from '../../../lib/unauthorized.ts';
import { useWelcome } from '../flow/use-welcome.ts';
import { withoutPayment } from './without-payment.ts';

/**
 * Handles the return from the payment provider (`/?payment=success`): shows the outcome and removes the payment
 * parameters from the URL.
 */
export function PaymentReturn() {
  const { t } = useTranslation('checkout');
  const showToast = useToast();
  const navigate = useNavigate();
  const welcome = useWelcome();
  const leaveUnauthorized = useUnauthorized();
  const isMember = Boolean(useSession());
  const { search } = useLocation();
  const [first] = useState(search);

  // Run the effect only once, when the user returns from the payment provider.
  useEffect(() => {
    const leaving = new AbortController();
    void navigate({ pathname: paths.home, search: withoutPayment(first) }, { replace: true });
    if (!isMember) return;
    if (new URLSearchParams(first).get('redirect_status') === 'failed') {
      showToast({
        variant: 'destructive',
        title: t('paymentFailed'),
        description: t('return.failed'),
        action: { label: t('return.again'), onPress: () => void navigate(paths.checkout) },
      });
      return;
    }
    welcome({
      success: 'paid',
      signal: leaving.signal,
      onArrival: (arrival) => {
        if (arrival === 'done') return;
        showToast({ title: t('after.processing.title'), description: t('after.processing.text') });
      },
    }).catch(() => leaveUnauthorized());
    return () => leaving.abort();
  }, []);
  return null;
}
