import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../i18n/format.ts';
import { limitsByPlan } from '../../../lib/plan-limits.ts';
import { Four } from './four.tsx';

const uses = ['developers', 'shops', 'publishers', 'agencies'] as const;

/** Lists the target audiences of Pro. */
export function UseCases() {
  const { t } = useTranslation('checkout');
  const files = formatCount(limitsByPlan.pro.maxBatchFiles);
  return (
    <Four
      title={t('uses.title')}
      entries={uses.map((use) => ({
        title: t(`uses.${use}.title`),
        text: t(`uses.${use}.text`, { files }),
      }))}
    />
  );
}
