import { planLimits, retentionMs } from '@gossamer/contracts/limits';
import { useTranslation } from 'react-i18next';
import { FactsList } from '../../components/facts-list.tsx';
import { SectionHead } from '../../components/section-head.tsx';
import { formatCount, formatHours, formatPercent } from '../../i18n/format.ts';
import { marketingClaims } from '../../marketing-claims.ts';

const hourMs = 3_600_000;

const { free, pro } = planLimits;
const mebibyte = 1024 ** 2;
const megapixel = 1_000_000;

/** Lists technical limits and guarantees of the product. */
export function TechnicalFacts() {
  const { t } = useTranslation('landing');
  const both = (of: (plan: typeof free | typeof pro) => number) => ({
    free: formatCount(of(free)),
    pro: formatCount(of(pro)),
  });
  const facts = {
    input: t('facts.inputValue'),
    output: t('facts.outputValue'),
    fileSize: t(
      'facts.fileSizeValue',
      both(({ maxFileBytes }) => maxFileBytes / mebibyte),
    ),
    batch: t(
      'facts.batchValue',
      both(({ maxBatchFiles }) => maxBatchFiles),
    ),
    pixels: t(
      'facts.pixelsValue',
      both(({ maxPixels }) => maxPixels / megapixel),
    ),
    daily: t('facts.dailyValue', {
      count: free.dailyCompressions,
      number: formatCount(free.dailyCompressions),
    }),
    larger: t('facts.largerValue'),
    judged: t('facts.judgedValue'),
    color: t('facts.colorValue'),
    removed: t('facts.removedValue'),
    deleted: t('facts.deletedValue', {
      original: formatHours(retentionMs.original / hourMs),
      result: formatHours(retentionMs.result / hourMs),
    }),
    uptime: formatPercent(marketingClaims.uptimePercent, 1),
  };
  return (
    <section aria-labelledby="facts" className="pt-(--g-section)">
      <div className="page">
        <SectionHead id="facts" title={t('facts.title')} />
        <FactsList
          facts={(Object.keys(facts) as (keyof typeof facts)[]).map((fact) => ({
            label: t(`facts.${fact}`),
            value: facts[fact],
          }))}
        />
      </div>
    </section>
  );
}
