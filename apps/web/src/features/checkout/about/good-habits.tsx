import { useTranslation } from 'react-i18next';
import { formatCount, formatPercent } from '../../../i18n/format.ts';
import { Four } from './four.tsx';

const habits = ['originals', 'resize', 'quality', 'automate'] as const;

/** Lists practices that reduce image sizes, regardless of the plan. */
export function GoodHabits() {
  const { t } = useTranslation('checkout');
  const values = {
    fullPx: formatCount(4_000),
    shownPx: formatCount(1_200),
    from: formatPercent(80),
    to: formatPercent(85),
  };
  return (
    <Four
      title={t('habits.title')}
      entries={habits.map((habit) => ({
        title: t(`habits.${habit}.title`, values),
        text: t(`habits.${habit}.text`, values),
      }))}
    />
  );
}
