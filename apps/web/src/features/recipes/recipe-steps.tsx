import { useTranslation } from 'react-i18next';
import { SectionHead } from '../../components/section-head.tsx';

const steps = ['add', 'settings', 'download'] as const;

/** Explains how to use the page. */
export function RecipeSteps({ hasSettings }: { hasSettings: boolean }) {
  const { t } = useTranslation('recipes');
  const shown = steps.filter((step) => hasSettings || step !== 'settings');
  return (
    <section aria-labelledby="steps" className="page pt-(--g-section)">
      <SectionHead id="steps" title={t('steps.title')} />
      <ol className={`grid gap-x-8 ${hasSettings ? 'md:grid-cols-3' : 'md:grid-cols-2'}`}>
        {shown.map((step, index) => (
          <li key={step} className="border-t border-line-strong pt-4.5 pb-6">
            <span aria-hidden className="font-display text-[2rem]/[1.1] tracking-title">
              {index + 1}
            </span>
            <h3 className="mt-1 text-body">{t(`steps.${step}.title`)}</h3>
            <p className="mt-1 text-small">{t(`steps.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
