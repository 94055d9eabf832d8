import { useTranslation } from 'react-i18next';

/** Which plan holds; visitors are on the free one. */
export function PlanBadge({ isPremium, className = '' }: { isPremium: boolean; className?: string }) {
  const { t } = useTranslation();
  return (
    <span className={`badge ${isPremium ? 'badge-glint' : ''} ${className}`}>
      {t(isPremium ? 'plan.pro' : 'plan.free')}
    </span>
  );
}
