import type { AffiliateDashboard } from '@gossamer/contracts/affiliate';
import { useTranslation } from 'react-i18next';
import { FiguresStrip } from '../../../components/figures-strip.tsx';
import { formatCount, formatPercent } from '../../../i18n/format.ts';
import { formatDay } from '../../../i18n/format-day.ts';

type Totals = AffiliateDashboard['totals'];

const figures = {
  clicks: ({ clicks }: Totals) => formatCount(clicks),
  signups: ({ signups }: Totals) => formatCount(signups),
  payingMembers: ({ payingMembers }: Totals) => formatCount(payingMembers),
  conversion: ({ conversionPercent }: Totals) =>
    conversionPercent === null ? '—' : formatPercent(conversionPercent, 1),
};
const names = Object.keys(figures) as (keyof typeof figures)[];

/** Shows the partner's totals since joining the program. */
export function Figures({ totals, joinedAt }: { totals: Totals; joinedAt: string }) {
  const { t } = useTranslation('affiliate');
  return (
    <div>
      <FiguresStrip
        testId="affiliate-figures"
        figures={names.map((name) => ({
          label: t(`dashboard.figures.${name}`),
          value: <span className="figure">{figures[name](totals)}</span>,
        }))}
      />
      <p className="caption mt-2">{t('dashboard.since', { date: formatDay(joinedAt) })}</p>
    </div>
  );
}
