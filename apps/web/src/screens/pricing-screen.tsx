import { useTranslation } from 'react-i18next';
import { PlanTable } from '../features/checkout/plan-table.tsx';
import { PlanCards } from '../features/pricing/plan-cards.tsx';
import { PricingQuestions } from '../features/pricing/pricing-questions.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';

/** Pricing screen: shows the plans, compares them and answers questions about them. */
export function PricingScreen() {
  const { t } = useTranslation(['pricing', 'common']);
  const title = t('common:pages.pricing.title');
  useDocumentTitle(title);
  return (
    <>
      <div className="page pt-[clamp(1.75rem,1.3rem+1.8vw,3rem)]">
        <h1>{title}</h1>
        <p className="mt-3 mb-7 text-lead">{t('pricing:subtitle')}</p>
        <PlanCards />
      </div>
      <section aria-labelledby="plans" className="page pt-(--g-section)">
        <h2 id="plans">{t('pricing:compare')}</h2>
        <PlanTable className="mt-7" />
      </section>
      <PricingQuestions />
    </>
  );
}
