import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { MonthlyPrice } from '../../../components/monthly-price.tsx';
import { ProCard } from '../../../components/pro-card.tsx';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { formatUsd } from '../../../i18n/format.ts';
import { limitsByPlan } from '../../../lib/plan-limits.ts';

const cardClass = 'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-3 px-6 py-5.5';

/** Shows visitors the benefits of Pro and of a free account. */
export function Upsell() {
  const { t } = useTranslation('compress');
  const { maxMegabytes, maxBatchFiles } = limitsByPlan.pro;
  return (
    <div className="grid gap-4 wide:grid-cols-2" data-testid="upsell">
      <ProCard className={cardClass}>
        <div>
          <h2 className="card-title">{t('upsell.pro')}</h2>
          <p className="text-small">{t('upsell.proText', { maxMegabytes, maxFiles: maxBatchFiles })}</p>
        </div>
        <div className="grid justify-items-end gap-2.5">
          <MonthlyPrice />
          <Link
            to={paths.pricing}
            className={buttonStyle({ variant: 'primary', size: 'small', className: 'scheme-dark' })}
          >
            {t('upsell.proAction')}
          </Link>
        </div>
      </ProCard>
      <section className={`card ${cardClass}`}>
        <div>
          <h2 className="card-title">{t('upsell.account')}</h2>
          <p className="text-small">{t('upsell.accountText')}</p>
        </div>
        <div className="grid justify-items-end gap-2.5">
          <b className="price">{formatUsd(0)}</b>
          <Link to={paths.signup} className={buttonStyle({ variant: 'secondary', size: 'small' })}>
            {t('upsell.accountAction')}
          </Link>
        </div>
      </section>
    </div>
  );
}
