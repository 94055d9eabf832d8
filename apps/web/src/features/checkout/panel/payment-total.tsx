import { type Promotion, proPrice } from '@gossamer/contracts/billing';
import { useTranslation } from 'react-i18next';
import { formatCents, formatUsd } from '../../../i18n/format.ts';

type Props = {
  /** Amount of the first payment. */
  amountCents: number;
  promotion: Promotion | undefined;
};

/** Shows the amount of the first payment, and those of later payments. */
export function PaymentTotal({ amountCents, promotion }: Props) {
  const { t } = useTranslation('checkout');
  const today = formatCents(amountCents);
  const price = formatUsd(proPrice.amountCents / 100);
  return (
    <div>
      <p className="flex justify-between gap-4 font-medium text-ink">
        {t('totalToday')}
        <span className="tabular-nums">{today}</span>
      </p>
      <p className="caption" aria-live="polite">
        {t(`note.${promotion?.duration ?? 'once'}`, { price, today, count: promotion?.durationMonths ?? 1 })}
      </p>
    </div>
  );
}
