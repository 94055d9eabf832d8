import { variantWidthLimits } from '@gossamer/contracts/variant-settings';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { UnitInput } from '../../../components/ui/unit-input.tsx';
import { formatCount } from '../../../i18n/format.ts';
import { useSettings } from './settings-context.tsx';
import {
  cleanWidthText,
  isPossibleWidth,
  listedWidths,
  offeredWidths,
  toggledWidths,
  type WebWidth,
} from './web-form.ts';

type Props = {
  /** Message about the last change, if it was rejected. */
  problem: string | undefined;
  /** Returns whether the change was accepted. */
  onChange: (widths: WebWidth[]) => boolean;
  /** Called when the user starts to enter another width. */
  onEdit: () => void;
};

/** Buttons that select widths, and a field that adds another width. */
export function WidthField({ problem, onChange, onEdit }: Props) {
  const { t } = useTranslation('compress');
  const { form } = useSettings();
  const id = useId();
  const [text, setText] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  const limits = {
    min: formatCount(variantWidthLimits.minPx),
    max: formatCount(variantWidthLimits.maxPx),
  };

  function add() {
    const widthPx = Number(text);
    setInvalid(!isPossibleWidth(widthPx));
    if (!isPossibleWidth(widthPx)) return;
    if (form.webWidths.includes(widthPx) || onChange(toggledWidths(form, widthPx))) setText('');
  }

  return (
    <fieldset className="grid min-w-0 gap-2.5">
      <legend className="mb-2.5 text-small font-medium text-ink">{t('settings.variants.widths')}</legend>
      <div className="flex flex-wrap gap-1.5">
        {listedWidths(form).map((width) => (
          <WidthChip
            key={width}
            width={width}
            isChosen={form.webWidths.includes(width)}
            onToggle={() => {
              setInvalid(false);
              onChange(toggledWidths(form, width));
            }}
          />
        ))}
      </div>
      <div className="flex items-end gap-2">
        <div className="max-w-36 grow">
          <UnitInput
            label={t('settings.variants.ownWidth')}
            unit={t('settings.px')}
            value={text}
            aria-describedby={`${id}-problem`}
            aria-invalid={isInvalid || undefined}
            onChange={(event) => {
              setText(cleanWidthText(event.target.value));
              setInvalid(false);
              onEdit();
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add();
            }}
          />
        </div>
        <Button className="shrink-0" disabled={text === ''} onClick={add}>
          {t('settings.variants.add')}
        </Button>
      </div>
      <p id={`${id}-problem`} role="alert" className="text-caption text-danger empty:hidden">
        {isInvalid ? t('settings.variants.invalidWidth', limits) : problem}
      </p>
    </fieldset>
  );
}

type ChipProps = { width: WebWidth; isChosen: boolean; onToggle: () => void };

/** Button that selects a width. Pressing a width that the user has added removes it from the list. */
function WidthChip({ width, isChosen, onToggle }: ChipProps) {
  const { t } = useTranslation('compress');
  const isOffered = offeredWidths.includes(width);
  const label = width === 'original' ? t('settings.variants.original') : String(width);
  return (
    <button
      type="button"
      {...(isOffered
        ? { 'aria-pressed': isChosen }
        : { 'aria-label': t('settings.variants.removeWidth', { width: label }) })}
      data-chosen={isChosen || undefined}
      onClick={onToggle}
      className="inline-flex min-h-8.5 cursor-pointer items-center gap-1 rounded-control border border-line bg-surface px-2.5 text-small font-medium text-ink-2 tabular-nums hover:border-line-strong hover:text-ink data-chosen:border-accent data-chosen:text-ink data-chosen:inset-ring data-chosen:inset-ring-accent pointer-coarse:min-h-11"
    >
      {label}
      {!isOffered && <X aria-hidden size={14} className="text-ink-3" />}
    </button>
  );
}
