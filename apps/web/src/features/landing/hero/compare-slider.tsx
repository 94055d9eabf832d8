import { ChevronsLeftRight } from 'lucide-react';
import { type CSSProperties, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../../i18n/format.ts';
import { HeroImage } from './hero-image.tsx';
import { Plate } from './plate.tsx';
import { useDivider } from './use-divider.ts';
import { useDrag } from './use-drag.ts';

/** Compares an original with its result. The original is on the left in every language. */
export function CompareSlider() {
  const { t } = useTranslation('landing');
  const result = useRef<HTMLImageElement>(null);
  const divider = useDivider(result);
  const drag = useDrag(divider.moveTo);
  return (
    <div
      dir="ltr"
      role="presentation"
      className="demo"
      data-ready={divider.isThere || undefined}
      data-sliding={divider.isSliding || undefined}
      style={{ '--split': `${divider.isThere ? divider.percent : 0}%` } as CSSProperties}
      data-testid="demo"
      {...drag}
    >
      <HeroImage side="result" alt={t('hero.resultAlt')} className="demo-result" isUrgent ref={result} />
      {divider.isWanted && (
        <HeroImage
          side="original"
          alt={t('hero.originalAlt')}
          className="demo-original"
          onLoad={divider.showOriginal}
        />
      )}
      <input
        type="range"
        min={0}
        max={100}
        value={Math.round(divider.percent)}
        onChange={(event) => divider.moveTo(event.target.valueAsNumber)}
        aria-label={t('hero.slider')}
        aria-valuetext={t('hero.sliderValue', { percent: formatPercent(divider.percent) })}
      />
      <span className="demo-divider" aria-hidden>
        <span className="demo-line" />
        <span className="knob demo-knob">
          <ChevronsLeftRight size={20} />
        </span>
      </span>
      {divider.isThere && <Plate side="original" />}
      <Plate side="result" />
    </div>
  );
}
