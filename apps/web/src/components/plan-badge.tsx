import { useTranslation } from 'react-i18next';

/** Badge with the name of the user's plan. Visitors have the Free plan. */
export function PlanBadge({ isPremium, className = '' }: { isPremium: boolean; className?: string }) {
  const { t } = useTranslation();
  return (
    <span className={`badge ${isPremium ? 'badge-glint' : ''} ${className}`}>
      {t(isPremium ? 'plan.pro' : 'plan.free')}
    </span>
  );
}
