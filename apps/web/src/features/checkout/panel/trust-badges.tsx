import { Lock, RotateCcw, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../i18n/format.ts';
import { marketingClaims } from '../../../marketing-claims.ts';

export function TrustBadges() {
  const { t } = useTranslation('checkout');
  const badges = [
    { Icon: Lock, text: t('badges.secure') },
    { Icon: RotateCcw, text: t('badges.moneyBack', { days: formatCount(marketingClaims.refundDays) }) },
    { Icon: ShieldCheck, text: t('badges.card') },
  ];
  return (
    <ul className="grid grid-cols-3 gap-2 border-t border-line pt-5">
      {badges.map(({ Icon, text }) => (
        <li
          key={text}
          className="grid content-start justify-items-center gap-1.5 text-center text-caption/[1.35] text-balance wrap-break-word hyphens-auto text-ink-3 [hyphenate-limit-chars:10_4_4]"
        >
          <Icon aria-hidden size={19} className="text-ink-2" />
          {text}
        </li>
      ))}
    </ul>
  );
}
