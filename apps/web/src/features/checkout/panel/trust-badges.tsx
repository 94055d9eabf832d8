import { Lock, RotateCcw, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatSpan } from '../../../i18n/format-time.ts';
import { marketingClaims } from '../../../marketing-claims.ts';

const dayMs = 24 * 3_600_000;

export function TrustBadges() {
  const { t } = useTranslation('checkout');
  const time = formatSpan(marketingClaims.refundDays * dayMs);
  return (
    <ul className="trust-badges">
      <li>
        <Lock aria-hidden size={19} />
        {t('badges.secure')}
      </li>
      <li>
        <RotateCcw aria-hidden size={19} />
        {t('badges.moneyBack', { time })}
      </li>
      <li>
        <ShieldCheck aria-hidden size={19} />
        {t('badges.card')}
      </li>
    </ul>
  );
}
