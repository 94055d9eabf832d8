import { planLimits, retentionMs } from '@gossamer/contracts/limits';
import { useTranslation } from 'react-i18next';
import { formatCount, formatHours } from '../../../i18n/format.ts';
import { ApiCall } from './api-call.tsx';
import { BatchRows } from './batch-rows.tsx';
import { DeletionSteps } from './deletion-steps.tsx';
import { FeatureCard } from './feature-card.tsx';
import { FormatDrawing } from './format-drawing.tsx';

const hourMs = 3_600_000;

/** Shows the product's four main features, each with a drawing. */
export function FeatureCards() {
  const { t } = useTranslation('landing');
  return (
    <section aria-labelledby="features" className="pt-[clamp(2.5rem,2rem+2vw,4rem)]">
      <h2 id="features" className="sr-only">
        {t('features.title')}
      </h2>
      <div className="page grid grid-cols-12 gap-4 max-md:grid-cols-1">
        <FeatureCard
          name="batch"
          text={t('features.batch.text', {
            free: formatCount(planLimits.free.maxBatchFiles),
            pro: formatCount(planLimits.pro.maxBatchFiles),
          })}
        >
          <BatchRows />
        </FeatureCard>
        <FeatureCard name="formats" text={t('features.formats.text')}>
          <FormatDrawing />
        </FeatureCard>
        <FeatureCard
          name="deletion"
          text={t('features.deletion.text', { time: formatHours(retentionMs.original / hourMs) })}
        >
          <DeletionSteps />
        </FeatureCard>
        <FeatureCard name="api" text={t('features.api.text')}>
          <ApiCall />
        </FeatureCard>
      </div>
    </section>
  );
}
