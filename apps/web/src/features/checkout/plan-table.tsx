import { type Plan, planLimits } from '@gossamer/contracts/limits';
import { useTranslation } from 'react-i18next';
import { apiDocsPath } from '../../app/paths.ts';
import { formatCount } from '../../i18n/format.ts';
import { formatSpan } from '../../i18n/format-time.ts';
import { limitsByPlan } from '../../lib/plan-limits.ts';

const cellClass = 'border-b text-start align-baseline font-normal pe-4 max-md:pe-3 max-md:wrap-break-word';
const headClass = `${cellClass} border-line-strong pb-2.5 text-small text-ink-3`;
const bodyClass = `${cellClass} border-line py-3 md:py-2.5 max-md:text-small last:pe-0 last:font-medium last:text-ink`;

/** Table that compares the Free and Pro plans. */
export function PlanTable({ className = '' }: { className?: string }) {
  const { t } = useTranslation('checkout');
  const rows = useRows();
  return (
    <table className={`w-full border-collapse ${className}`}>
      <thead>
        <tr>
          <th scope="col" className={headClass}>
            <span className="sr-only">{t('table.what')}</span>
          </th>
          <th scope="col" className={headClass}>
            {t('table.free')}
          </th>
          <th scope="col" className={headClass}>
            {t('table.pro')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, free, pro }) => (
          <tr key={name}>
            <th scope="row" className={bodyClass}>
              {name === 'api' ? (
                <a href={apiDocsPath} className="link font-normal">
                  {t('rows.api')}
                </a>
              ) : (
                t(`rows.${name}`)
              )}
            </th>
            <td className={bodyClass}>{free}</td>
            <td className={bodyClass}>{pro}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function useRows() {
  const { t } = useTranslation('checkout');
  const both = (of: (plan: Plan) => string) => ({ free: of('free'), pro: of('pro') });
  const number = (value: number) => ({ number: formatCount(value) });
  return [
    {
      name: 'compressions',
      free: t('values.perDay', number(planLimits.free.dailyCompressions)),
      pro: t('values.unlimited'),
    },
    {
      name: 'fileSize',
      ...both((plan) => t('values.megabytes', number(limitsByPlan[plan].maxMegabytes))),
    },
    { name: 'batch', ...both((plan) => formatCount(limitsByPlan[plan].maxBatchFiles)) },
    {
      name: 'pixels',
      ...both((plan) => t('values.megapixels', number(limitsByPlan[plan].maxMegapixels))),
    },
    { name: 'speed', free: t('values.standard'), pro: t('values.priority') },
    { name: 'api', free: t('values.none'), pro: t('values.included') },
    { name: 'kept', ...both((plan) => formatSpan(limitsByPlan[plan].resultKeptMs)) },
    { name: 'ads', free: t('values.mayHaveAds'), pro: t('values.noAds') },
    { name: 'support', free: t('values.mail'), pro: t('values.alwaysOpen') },
  ] as const;
}
