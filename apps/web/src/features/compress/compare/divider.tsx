import { ChevronsLeftRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../../i18n/format.ts';
import type { StageControl } from './stage-control.ts';

/** Divider of the comparison, with a grip for pointers and a slider for keyboards and screen readers. */
export function Divider({ control }: { control: StageControl }) {
  const { t } = useTranslation('compare');
  const slider = useRef<HTMLInputElement>(null);
  useEffect(() => {
    function follow() {
      const percent = Math.round(control.getDividerPercent());
      if (!slider.current) return;
      slider.current.value = String(percent);
      slider.current.setAttribute('aria-valuetext', t('dividerAt', { percent: formatPercent(percent) }));
    }
    follow();
    return control.subscribe(follow);
  }, [control, t]);
  return (
    <div
      data-grip
      data-testid="divider"
      className="absolute top-(--box-top) h-(--box-height) start-(--divider) -ms-5.5 w-11 cursor-ew-resize before:absolute before:inset-y-0 before:start-1/2 before:-ms-[0.75px] before:w-[1.5px] before:bg-white before:shadow-[0_0_0_0.5px_rgb(0_0_0/0.25),0_0_12px_rgb(0_0_0/0.3)]"
    >
      <input
        ref={slider}
        type="range"
        min={0}
        max={100}
        step={1}
        defaultValue={50}
        dir="ltr"
        aria-label={t('divider')}
        data-autofocus
        className="peer pointer-events-none absolute inset-x-0 inset-y-[calc(50%-22px)] size-11 opacity-0"
        onInput={({ currentTarget }) => control.setDivider(currentTarget.valueAsNumber)}
      />
      {/* The focused grip has a light and a dark ring, so that at least one of them contrasts with the image. */}
      <span
        aria-hidden
        className="knob outline-offset-2 outline-focus peer-focus-visible:shadow-[0_0_0_2px_#fff,0_0_0_6px_#0c1c19] peer-focus-visible:outline-2"
      >
        <ChevronsLeftRight size={20} />
      </span>
    </div>
  );
}
