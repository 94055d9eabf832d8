import { maxQuality, minQuality } from '@gossamer/contracts/settings';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';

const bands = [
  { name: 'high', use: 'highFor', from: 90, to: 100 },
  { name: 'balanced', use: 'balancedFor', from: 70, to: 85 },
  { name: 'aggressive', use: 'aggressiveFor', from: 50, to: 70 },
] as const;

/** Returns the slider position for a quality, as a percentage. */
const place = (quality: number) => `${((quality - minQuality) / (maxQuality - minQuality)) * 100}%`;

export function QualityGuide() {
  const { t } = useTranslation('compress');
  return (
    <section aria-label={t('guide.title')} className="card grid content-start gap-5 p-5">
      <ul className="grid gap-5">
        {bands.map(({ name, use, from, to }) => (
          <li key={name} className="grid gap-1.5">
            <div className="flex items-baseline justify-between gap-4 text-small tabular-nums">
              <span>
                <b>{t(`guide.${name}`)}</b> <span className="caption">{t(`guide.${use}`)}</span>
              </span>
              <span className="shrink-0">{t('guide.range', { from, to })}</span>
            </div>
            <span
              aria-hidden
              className="band"
              style={{ '--from': place(from), '--to': place(to) } as CSSProperties}
            />
          </li>
        ))}
      </ul>
      <hr className="border-line" />
      <p className="text-small">
        <strong>{t('guide.proTip')}</strong> {t('guide.proTipText')}
      </p>
    </section>
  );
}
