import { Lock, RotateCcw, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../i18n/format.ts';
import { marketingClaims } from '../../../marketing-claims.ts';

export function TrustBadges() {
  const { t } = useTranslation('checkout');
  return (
    <ul className="trust-badges">
      <li>
        <Lock aria-hidden size={19} />
        {t('badges.secure')}
      </li>
      <li>
        <RotateCcw aria-hidden size={19} />
        {t('badges.moneyBack', { days: formatCount(marketingClaims.refundDays) })}
      </li>
      <li>
        <ShieldCheck aria-hidden size={19} />
        {t('badges.card')}
      </li>
    </ul>
  );
}
