import type { BillingSummary } from '@gossamer/contracts/billing';
import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../components/ui/button.tsx';
import { Skeleton } from '../../../../components/ui/skeleton.tsx';
import { useRequest } from '../../../../form/use-request.ts';
import { formatDate } from '../../../../i18n/format-day.ts';
import { billingRequests } from '../../../../lib/api-billing.ts';
import { leaveTo } from '../../../../lib/leave-to.ts';
import { Unread } from '../unread.tsx';
import { RefundRequest } from './refund-request.tsx';
import { renewalOf } from './renewal-of.ts';
import { useBilling } from './use-billing.ts';

type Props = { email: string; isPremium: boolean };

/** Shows the renewal date, the link to the billing portal and the refund request. */
export function SubscriptionPart({ email, isPremium }: Props) {
  const { t } = useTranslation('account');
  const { data, isError, isLoading, refetch } = useBilling();
  if (data) return <Loaded summary={data} email={email} isPremium={isPremium} />;
  // Show no loading or error state to members without Pro, because most of them have no subscription.
  if (!isPremium) return null;
  if (isError)
    return <Unread text={t('plan.unread')} retryLabel={t('plan.retry')} onRetry={() => void refetch()} />;
  return isLoading ? <Loading /> : null;
}

function Loading() {
  const { t } = useTranslation('account');
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{t('plan.loading')}</span>
      <Skeleton className="h-5 w-56 max-w-full" />
      <Skeleton className="h-(--g-control) w-44 max-w-full" />
    </div>
  );
}

function Loaded({ summary, email, isPremium }: Props & { summary: BillingSummary }) {
  const { t } = useTranslation('account');
  const renewal = renewalOf(summary, isPremium);
  return (
    <>
      {renewal && (
        <p className="flex gap-2">
          {renewal.text === 'failedPayment' && (
            <CircleAlert aria-hidden size={18} className="mt-0.5 text-danger" />
          )}
          {t(`plan.${renewal.text}`, { date: formatDate(renewal.date) })}
        </p>
      )}
      {summary.hasPortal && <ManageButton />}
      <RefundRequest summary={summary} email={email} />
    </>
  );
}

function ManageButton() {
  const { t } = useTranslation('account');
  const { isPending, mutate: open } = useRequest({
    mutationFn: billingRequests.openPortal,
    onSuccess: ({ url }) => leaveTo(url),
    failedTitle: t('plan.manageFailed'),
  });
  return (
    <div className="grid justify-items-start gap-1.5">
      <Button isBusy={isPending} onClick={open}>
        {t(isPending ? 'plan.opening' : 'plan.manage')}
      </Button>
      <p className="caption">{t('plan.manageText')}</p>
    </div>
  );
}
