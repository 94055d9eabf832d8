import { ChevronsLeftRight } from 'lucide-react';
import { type CSSProperties, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../../i18n/format.ts';
import { HeroImage } from './hero-image.tsx';
import { Plate } from './plate.tsx';
import { useDivider } from './use-divider.ts';
import { useDrag } from './use-drag.ts';

/** Slider that compares an original image with its result. The original is on the left, even in RTL languages. */
export function CompareSlider() {
  const { t } = useTranslation('landing');
  const result = useRef<HTMLImageElement>(null);
  const divider = useDivider(result);
  const drag = useDrag(divider.moveTo);
  return (
    <div
      dir="ltr"
      role="presentation"
      className="group relative cursor-ew-resize touch-pan-y overflow-hidden rounded-panel bg-canvas shadow-image outline-offset-3 outline-focus select-none [--plate-edge:1rem] [--slide:var(--g-slow)_var(--g-ease)] has-focus-visible:outline-2 max-md:[--plate-edge:0.625rem]"
      data-ready={divider.isThere || undefined}
      data-sliding={divider.isSliding || undefined}
      style={{ '--split': `${divider.isThere ? divider.percent : 0}%` } as CSSProperties}
      data-testid="demo"
      {...drag}
    >
      <HeroImage
        side="result"
        alt={t('hero.resultAlt')}
        className="block h-auto w-full"
        isUrgent
        ref={result}
      />
      {divider.isWanted && (
        <HeroImage
          side="original"
          alt={t('hero.originalAlt')}
          className="absolute inset-0 size-full [clip-path:inset(0_calc(100%-var(--split))_0_0)] group-data-sliding:[transition:clip-path_var(--slide)]"
          onLoad={divider.showOriginal}
        />
      )}
      {/* Slider for keyboards and screen readers. The surrounding element handles pointers. */}
      <input
        type="range"
        className="pointer-events-none absolute inset-0 m-0 size-full opacity-0"
        min={0}
        max={100}
        value={Math.round(divider.percent)}
        onChange={(event) => divider.moveTo(event.target.valueAsNumber)}
        aria-label={t('hero.slider')}
        aria-valuetext={t('hero.sliderValue', { percent: formatPercent(divider.percent) })}
      />
      {/* The divider's container is as wide as the image, so that a transform can move it without triggering
          layout. */}
      <span
        aria-hidden
        className="pointer-events-none invisible absolute inset-0 [translate:var(--split)_0] group-data-ready:visible group-data-sliding:[transition:translate_var(--slide)]"
      >
        <span
          data-testid="demo-line"
          className="absolute inset-y-0 -start-[0.75px] w-[1.5px] bg-white shadow-[0_0_0_0.5px_rgb(0_0_0/0.25),0_0_12px_rgb(0_0_0/0.3)]"
        />
        <span className="knob -start-[22px]">
          <ChevronsLeftRight size={20} />
        </span>
      </span>
      {divider.isThere && <Plate side="original" />}
      <Plate side="result" />
    </div>
  );
}
