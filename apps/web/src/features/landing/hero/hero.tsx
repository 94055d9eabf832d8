import { presetQualities } from '@gossamer/contracts/settings';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { ThreadFan } from '../../../components/thread-fan.tsx';
import { Ticks } from '../../../components/ui/ticks.tsx';
import { formatPercent } from '../../../i18n/format.ts';
import { marketingClaims } from '../../../marketing-claims.ts';
import { CompareSlider } from './compare-slider.tsx';
import { Trust } from './trust.tsx';

const ticks = ['batch', 'formats', 'api', 'secure'] as const;

/** First section of the landing page: the headline, the drop zone, a link to /compress and a comparison of sample images. */
export function Hero({ drop }: { drop: ReactNode }) {
  const { t } = useTranslation('landing');
  return (
    <section
      className="relative isolate overflow-clip pt-[clamp(2.5rem,1.4rem+4.4vw,4.75rem)] pb-[clamp(2rem,1rem+3vw,3.5rem)]"
      data-testid="hero"
    >
      <div className="page">
        <div className="mb-[clamp(2rem,1.4rem+2vw,3.25rem)] grid gap-x-16 gap-y-6 wide:grid-cols-[minmax(0,1fr)_30rem]">
          <div className="grid content-end gap-5.5">
            <h1 className="font-display text-display/[1] tracking-(--g-track-display) wrap-break-word tall-script:leading-[1.25]">
              {t('hero.title')}
            </h1>
            <p className="max-w-120 text-lead">
              {t('hero.subtitle', { percent: formatPercent(marketingClaims.maxSavedPercent) })}
            </p>
          </div>
          <div className="grid wide:col-start-2 wide:row-span-2 wide:row-start-1">{drop}</div>
          <div className="flex flex-wrap items-center gap-x-4.5 gap-y-4 max-md:-my-2">
            <Link
              to={paths.compress}
              className="inline-flex min-h-12 items-center gap-2 text-base font-medium text-ink-2 hover:text-ink"
            >
              {t('hero.action')}
              <ArrowRight aria-hidden size={18} className="rtl:-scale-x-100" />
            </Link>
            <Trust />
          </div>
        </div>
        <div className="relative">
          <CompareSlider />
          {/* In the DOM, the drawing comes after the slider that determines its position, because browsers may
              paint a partially loaded page. On phones, the drawing is wider than the viewport and has half as many
              threads. */}
          <ThreadFan
            className="end-[calc(50%-50vw)] top-[calc(50%-50.4rem)] h-336 w-[max(100vw,52rem)] max-md:w-[max(100vw,34rem)] max-md:[clip-path:inset(0_calc(var(--g-gutter)+2px)_0_0)] max-md:[&>path:nth-child(even)]:hidden"
            width={1440}
            height={1350}
            count={60}
            meetX={1152}
            meetY={810}
          />
        </div>
        <div className="mt-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
          <Ticks labels={ticks.map((tick) => t(`ticks.${tick}`))} />
          <p className="caption">{t('hero.note', { quality: presetQualities.high })}</p>
        </div>
      </div>
    </section>
  );
}
