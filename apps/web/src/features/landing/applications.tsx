import { planLimits } from '@gossamer/contracts/limits';
import { useTranslation } from 'react-i18next';
import { SectionHead } from '../../components/section-head.tsx';
import { formatBytes, formatCount } from '../../i18n/format.ts';
import { batch, imageUrl, measured } from './images.ts';

const uses = ['web', 'shops', 'content', 'apps'] as const;

/** Lists the target audiences of the product. */
export function Applications() {
  const { t } = useTranslation('landing');
  const figures = {
    count: planLimits.pro.maxBatchFiles,
    files: formatCount(planLimits.pro.maxBatchFiles),
    from: formatBytes(batch.originalBytes),
    to: formatBytes(batch.resultBytes),
  };
  return (
    <section aria-labelledby="applications" className="pt-(--g-section)">
      <div className="page">
        <SectionHead id="applications" title={t('applications.title')} />
        <div className="grid gap-4 md:grid-cols-2 wide:grid-cols-4">
          {uses.map((use) => (
            <article
              key={use}
              className="card overflow-hidden max-md:grid max-md:grid-cols-[7rem_minmax(0,1fr)]"
              data-testid="application"
            >
              <img
                src={imageUrl(measured.cards[use])}
                alt=""
                width={560}
                height={420}
                loading="lazy"
                decoding="async"
                className="aspect-4/3 h-auto w-full object-cover max-md:aspect-auto max-md:h-full"
              />
              <div className="px-5 pt-4.5 pb-5.5">
                <h3>{t(`applications.${use}.title`)}</h3>
                <p className="mt-1 text-small">{t(`applications.${use}.text`, figures)}</p>
              </div>
            </article>
          ))}
        </div>
      </div>
    </section>
  );
}
