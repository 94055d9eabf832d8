import { useTranslation } from 'react-i18next';

/** Shows the current plan. Visitors are on the free plan. */
export function PlanBadge({ isPremium, className = '' }: { isPremium: boolean; className?: string }) {
  const { t } = useTranslation();
  return (
    <span className={`badge ${isPremium ? 'badge-glint' : ''} ${className}`}>
      {t(isPremium ? 'plan.pro' : 'plan.free')}
    </span>
  );
}
