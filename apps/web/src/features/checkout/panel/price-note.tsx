import { type Promotion, proPrice } from '@gossamer/contracts/billing';
import { useTranslation } from 'react-i18next';
import { formatUsd } from '../../../i18n/format.ts';

const price = proPrice.amountCents / 100;

/** Shows the amounts of the first and later payments. */
export function PriceNote({ promotion }: { promotion: Promotion | undefined }) {
  const { t } = useTranslation('checkout');
  const values = {
    price: formatUsd(price),
    today: formatUsd((promotion?.firstAmountCents ?? proPrice.amountCents) / 100),
    count: promotion?.durationMonths ?? 1,
  };
  return (
    <p className="caption" aria-live="polite">
      {t(`note.${promotion?.duration ?? 'once'}`, values)}
    </p>
  );
}
