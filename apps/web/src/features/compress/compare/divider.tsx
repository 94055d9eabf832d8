import { ChevronsLeftRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../../i18n/format.ts';
import type { StageControl } from './stage-control.ts';

/** The dividing line with a grip for pointers and a slider for keyboards and screen readers. */
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
    <div data-grip data-testid="divider" className="cmp-divider">
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
        onInput={({ currentTarget }) => control.setDivider(currentTarget.valueAsNumber)}
      />
      <span aria-hidden className="knob cmp-knob">
        <ChevronsLeftRight size={20} />
      </span>
    </div>
  );
}
