import { planLimits } from '@gossamer/contracts/limits';
import { useTranslation } from 'react-i18next';
import { SectionHead } from '../../components/section-head.tsx';
import { Thread } from '../../components/ui/thread.tsx';
import { formatBytes, formatCount } from '../../i18n/format.ts';
import { batch, measured, photoMegapixels } from './images.ts';

const entries = [
  { name: 'jpeg', ...measured.photo.jpeg },
  { name: 'png', ...measured.screenshot.png },
  { name: 'webp', ...measured.photo.webp },
  { name: 'bulk', ...batch },
] as const;

/** Recommends an output format for each use, with the measured sizes of a sample file. */
export function FormatGuide() {
  const { t } = useTranslation('landing');
  return (
    <section aria-labelledby="formats" className="pt-(--g-section)">
      <div className="page">
        <SectionHead
          id="formats"
          title={t('formatGuide.title')}
          text={t('formatGuide.text', { quality: formatCount(measured.quality) })}
        />
        <div className="grid grid-cols-2 gap-x-5 gap-y-8 md:gap-x-8 wide:grid-cols-4">
          {entries.map(({ name, originalBytes, resultBytes }) => (
            // A subgrid aligns the lines and figures of adjacent entries.
            <article
              key={name}
              className="row-span-4 grid grid-rows-subgrid gap-y-2 border-t border-line-strong pt-5"
              data-testid="format"
            >
              <h3>
                <span className="mb-2 block font-display text-[2rem]/[1.1] tracking-title">
                  {t(`formatGuide.${name}.name`)}
                </span>{' '}
                <span className="block">{t(`formatGuide.${name}.use`)}</span>
              </h3>
              <p className="text-small">
                {t(`formatGuide.${name}.text`, { files: formatCount(planLimits.pro.maxBatchFiles) })}
              </p>
              <Thread className="mt-3.5" isThick look="kept" percent={(resultBytes / originalBytes) * 100} />
              <p className="caption mt-1 tabular-nums">
                {t(`formatGuide.${name}.figures`, {
                  count: measured.samples.length,
                  megapixels: formatCount(photoMegapixels, 0),
                  from: formatBytes(originalBytes),
                  to: formatBytes(resultBytes),
                })}
              </p>
            </article>
          ))}
        </div>
      </div>
    </section>
  );
}
