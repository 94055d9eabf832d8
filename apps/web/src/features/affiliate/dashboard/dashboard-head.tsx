import type { AffiliateDashboard } from '@gossamer/contracts/affiliate';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { monthlyCommission } from '../../../affiliate-terms.ts';
import { formatCents, formatPercent } from '../../../i18n/format.ts';
import { CopyLine } from '../copy-line.tsx';

/** Shows the partner's commission rate and referral link. */
export function DashboardHead({ affiliate }: Pick<AffiliateDashboard, 'affiliate'>) {
  const { t } = useTranslation('affiliate');
  const id = useId();
  const { commissionRate, referralLink } = affiliate;
  const percent = formatPercent(commissionRate);
  const commission = formatCents(monthlyCommission(commissionRate));
  return (
    <div className="mb-1 flex flex-wrap items-end justify-between gap-x-10 gap-y-3 md:mb-3">
      <div>
        <h1>{t('dashboard.title')}</h1>
        <p className="mt-1.5">{t('dashboard.lead', { percent, commission })}</p>
      </div>
      <span id={id} className="sr-only">
        {t('partner.link')}
      </span>
      <CopyLine text={referralLink} labeledBy={id} />
    </div>
  );
}
