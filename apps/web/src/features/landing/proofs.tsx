import { useTranslation } from 'react-i18next';
import { benchmarkPath } from '../../app/paths.ts';
import { SectionHead } from '../../components/section-head.tsx';
import { Thread } from '../../components/ui/thread.tsx';
import { formatCount, formatPercent } from '../../i18n/format.ts';
import { formatDate } from '../../i18n/format-day.ts';
// tools/bench/src/benchmark/save.ts generates this JSON file.
import measured from './proofs.json';

const { percents, photoCount, graphicCount, measuredOn } = measured;

/** Names of the tools, which are the same in every language. */
const tools = { photos: 'MozJPEG', graphics: 'pngquant + OxiPNG', avif: 'Squoosh' } as const;
const names = ['photos', 'graphics', 'avif'] as const;

/** Compares the sizes of our results with those of other tools, at the same measured quality. */
export function Proofs() {
  const { t } = useTranslation(['landing', 'common']);
  return (
    <section aria-labelledby="proofs" className="page pt-(--g-section)">
      <SectionHead id="proofs" title={t('landing:proofs.title')} text={t('landing:proofs.text')} />
      <div className="grid gap-x-8 gap-y-8 md:grid-cols-3">
        {names.map((name) => (
          // A subgrid aligns the figures and lines of adjacent entries.
          <article
            key={name}
            className="row-span-4 grid grid-rows-subgrid gap-y-2 border-t border-line-strong pt-5"
            data-testid="proof"
          >
            <h3>{t(`landing:proofs.${name}.title`)}</h3>
            <p className="font-display text-[2rem]/[1.1] tracking-title text-ink tabular-nums">
              {t('landing:proofs.smaller', { percent: formatPercent(100 - percents[name]) })}
            </p>
            <p className="text-small">{t(`landing:proofs.${name}.text`, { tool: tools[name] })}</p>
            <dl className="mt-2 grid gap-2 text-caption text-ink-3">
              <Side name={t('common:productName')} percent={percents[name]} />
              <Side name={tools[name]} percent={100} />
            </dl>
          </article>
        ))}
      </div>
      <p className="caption mt-6">
        {t('landing:proofs.note', {
          photos: formatCount(photoCount),
          graphics: formatCount(graphicCount),
          date: formatDate(new Date(measuredOn)),
        })}{' '}
        <a href={benchmarkPath} className="link">
          {t('landing:proofs.method')}
        </a>
      </p>
    </section>
  );
}

function Side({ name, percent }: { name: string; percent: number }) {
  return (
    <div>
      <dt className="flex justify-between gap-3">
        <bdi>{name}</bdi> <span className="tabular-nums">{formatPercent(percent)}</span>
      </dt>
      <dd>
        <Thread className="mt-1" isThick look={percent < 100 ? 'kept' : 'full'} percent={percent} />
      </dd>
    </div>
  );
}
