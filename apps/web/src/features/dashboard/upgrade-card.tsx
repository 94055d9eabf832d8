import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { MonthlyPrice } from '../../components/monthly-price.tsx';
import { ProCard } from '../../components/pro-card.tsx';
import { buttonStyle } from '../../components/ui/button.tsx';
import { limitsByPlan, usePlanLimits } from '../../lib/plan-limits.ts';

/** Card that advertises Pro to members on the Free plan. */
export function UpgradeCard() {
  const { t } = useTranslation('dashboard');
  const { plan } = usePlanLimits();
  if (plan === 'pro') return null;
  const { maxMegabytes, maxBatchFiles } = limitsByPlan.pro;
  return (
    <ProCard className="grid content-between gap-3 p-5">
      <h2 className="card-title">{t('upgrade.title')}</h2>
      <p className="text-small">{t('upgrade.text', { maxMegabytes, maxFiles: maxBatchFiles })}</p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Link
          to={paths.checkout}
          className={buttonStyle({ variant: 'primary', size: 'small', className: 'scheme-dark' })}
        >
          {t('upgrade.action')}
        </Link>
        <MonthlyPrice />
      </div>
    </ProCard>
  );
}
