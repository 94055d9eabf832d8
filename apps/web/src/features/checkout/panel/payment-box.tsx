import { proPrice } from '@gossamer/contracts/billing';
import { CircleAlert } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import type { SetupProblem } from '../flow/read-setup.ts';
import type { Checkout } from '../flow/use-checkout.ts';
import { useProblemWords } from '../flow/use-problem-words.ts';
import { usePaymentFields } from '../payment/use-payment-fields.ts';
import { SupportLink } from './ends.tsx';
import { PaymentSkeleton } from './payment-skeleton.tsx';

const boxClass = 'grid min-w-0 gap-3 rounded-[10px] border border-line bg-bg p-3.5 md:p-3';

type Props = { checkout: Checkout; isMember: boolean; publishableKey: string | undefined };

/** Shows the payment fields, or the reason why they are unavailable. */
export function PaymentBox({ checkout, isMember, publishableKey }: Props) {
  const { t } = useTranslation('checkout');
  const { clientSecret, amountCents, problem, attempt, isPaymentReady, promotion } = checkout;
  const Fields = usePaymentFields(publishableKey, attempt, checkout.failPayment);
  const failPayment = useLatest(checkout.failPayment);
  const isFree = amountCents === 0;
  const hasWhatToPay = !isMember || clientSecret !== undefined;
  if (problem) return <Problem problem={problem} onRetry={() => void checkout.retry()} />;
  return (
    <div className={boxClass} aria-busy={!isPaymentReady && !isFree}>
      {isFree && <p className="text-small">{t(`nothingToPay.${promotion.applied?.duration ?? 'once'}`)}</p>}
      {!isFree && !isPaymentReady && <PaymentSkeleton label={t('loadingPayment')} />}
      {Fields && publishableKey && hasWhatToPay && (
        // The payment fields stay mounted while they load, and keep their input while a promotion code makes the
        // payment free.
        <div hidden={isFree} className={isPaymentReady ? undefined : 'h-0 overflow-hidden'}>
          <Fields
            key={attempt}
            publishableKey={publishableKey}
            clientSecret={clientSecret}
            amountCents={amountCents || proPrice.amountCents}
            onReady={checkout.setPayment}
            onFailed={failPayment}
          />
        </div>
      )}
    </div>
  );
}

/**
 * Shows a checkout problem. A recoverable problem has a retry button and is also retried when the browser is back
 * online.
 */
function Problem({ problem, onRetry }: { problem: SetupProblem; onRetry: () => void }) {
  const retry = useLatest(onRetry);
  useEffect(() => {
    if (problem === 'configuration' || problem === 'paymentDue') return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [problem, retry]);
  const { title, text } = useProblemWords()(problem);
  return (
    <div className={boxClass} role="alert">
      <div className="flex gap-3">
        <CircleAlert aria-hidden size={19} className="mt-px text-danger" />
        <div className="grid gap-1 text-small">
          <h3>{title}</h3>
          <p>{text}</p>
          <WayOut problem={problem} onRetry={onRetry} />
        </div>
      </div>
    </div>
  );
}

function WayOut({ problem, onRetry }: { problem: SetupProblem; onRetry: () => void }) {
  const { t } = useTranslation('checkout');
  if (problem === 'configuration') return <SupportLink />;
  if (problem === 'paymentDue') {
    return (
      <Link
        to={paths.account}
        className={buttonStyle({ size: 'small', className: 'mt-2 justify-self-start' })}
      >
        {t('onwards.account')}
      </Link>
    );
  }
  return (
    <Button size="small" className="mt-2 justify-self-start" onClick={onRetry}>
      {t('tryAgain')}
    </Button>
  );
}

/** Returns a memoized function that calls the latest version of `call`. */
function useLatest(call: () => void): () => void {
  const latest = useRef(call);
  useEffect(() => {
    latest.current = call;
  });
  return useCallback(() => latest.current(), []);
}
