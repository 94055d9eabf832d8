import { useTranslation } from 'react-i18next';
import { formatUsd } from '../i18n/format.ts';
import { splitAtPart } from '../i18n/split-at-part.ts';
import { marketingClaims } from '../marketing-claims.ts';

/** Shows the monthly price, such as "$9 /month", with the amount in large type. */
export function MonthlyPrice({ className = '' }: { className?: string }) {
  const { t } = useTranslation();
  const [before, after] = splitAtPart((price) => t('price.monthly', { price }));
  return (
    <span className={`text-small tabular-nums ${className}`}>
      {before}
      <b className="price rtl:me-1">{formatUsd(marketingClaims.proMonthlyPriceUsd)}</b>
      {after}
    </span>
  );
}
