import type { BillingSummary } from '@gossamer/contracts/billing';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../../components/lazy-part.tsx';
import { Button } from '../../../../components/ui/button.tsx';
import { formatDate } from '../../../../i18n/format-day.ts';

/** The refund dialog is lazy-loaded when it is opened for the first time. */
const RefundDialog = lazyPart(
  () => import('./refund-dialog.tsx'),
  ({ RefundDialog }) => RefundDialog,
);

type Props = { summary: BillingSummary; email: string };

/** Offers a refund while the first payment is refundable, or shows that a refund has been requested. */
export function RefundRequest({ summary, email }: Props) {
  const { t } = useTranslation('account');
  const [isOpen, setOpen] = useState(false);
  const { refundableUntil, isRefundRequested } = summary;
  if (isRefundRequested) {
    return (
      <p className="flex gap-2 text-small" role="status">
        <Check aria-hidden size={17} className="mt-px text-accent" />
        {t('refund.requested')}
      </p>
    );
  }
  if (!refundableUntil) return null;
  return (
    <div className="grid justify-items-start gap-1.5">
      <Button onClick={() => setOpen(true)}>{t('refund.open')}</Button>
      <p className="caption text-balance">
        {t('refund.until', { date: formatDate(new Date(refundableUntil)) })}
      </p>
      {isOpen && <RefundDialog email={email} onClose={() => setOpen(false)} />}
    </div>
  );
}
