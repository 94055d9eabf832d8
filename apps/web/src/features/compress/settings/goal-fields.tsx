import { maxQuality, minQuality, qualityStep } from '@gossamer/contracts/settings';
import { Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyContent } from '../../../components/lazy-part.tsx';
import { RangeSlider } from '../../../components/ui/range-slider.tsx';
import { Segments } from '../../../components/ui/segments.tsx';
import { choosePreset, moveQuality, presets, qualityLabelOf } from './compress-settings.ts';
import { FormatField } from './format-field.tsx';
import { useSettings } from './settings-context.tsx';

const SizeFields = lazyContent(
  () => import('./size-fields.tsx'),
  ({ SizeFields }) => SizeFields,
  'compressMore',
);

/**
 * Fields for goal and format. Archives have neither. Images for a web page have only a quality, because they have their
 * own formats.
 */
export function EncodingFields() {
  const { isArchiving, isForWeb, goal } = useSettings().form;
  if (isArchiving) return null;
  if (isForWeb) return <QualityFields />;
  return (
    <>
      <GoalField />
      {goal === 'quality' ? (
        <QualityFields />
      ) : (
        <Suspense>
          <SizeFields />
        </Suspense>
      )}
      <FormatField />
    </>
  );
}

/** Field that selects whether images are compressed to a quality or to a file size. */
function GoalField() {
  const { t } = useTranslation('compress');
  const { form, setForm } = useSettings();
  const id = useId();
  return (
    <div className="grid gap-2">
      <span id={id} className="text-small font-medium text-ink">
        {t('settings.goal')}
      </span>
      <Segments
        labeledBy={id}
        options={(['quality', 'size'] as const).map((value) => ({
          value,
          label: t(`settings.goals.${value}`),
        }))}
        value={form.goal}
        onChange={(goal) => setForm((last) => ({ ...last, goal }))}
      />
    </div>
  );
}

function QualityFields() {
  const { t } = useTranslation('compress');
  const { form, setForm } = useSettings();
  const id = useId();
  const label = t(`settings.qualityLabels.${qualityLabelOf(form.quality)}`);
  return (
    <>
      <div className="grid gap-2">
        <div className="flex items-baseline justify-between gap-4 text-small font-medium text-ink">
          <span id={`${id}-preset`}>{t('settings.preset')}</span>
          {form.preset === 'custom' && (
            <span className="text-ink-2" data-testid="preset-custom">
              {t('settings.presets.custom')}
            </span>
          )}
        </div>
        <Segments
          labeledBy={`${id}-preset`}
          options={presets.map((value) => ({ value, label: t(`settings.presets.${value}`) }))}
          value={form.preset}
          onChange={(preset) => setForm((last) => choosePreset(last, preset))}
        />
      </div>
      <div className="grid gap-2">
        <div className="flex items-baseline justify-between gap-4 text-small">
          <label htmlFor={`${id}-quality`} className="font-medium text-ink">
            {t('settings.quality')}
          </label>
          <output htmlFor={`${id}-quality`}>
            {label} <b className="text-ink tabular-nums">{form.quality}</b>
          </output>
        </div>
        <RangeSlider
          id={`${id}-quality`}
          value={form.quality}
          min={minQuality}
          max={maxQuality}
          step={qualityStep}
          aria-valuetext={t('settings.qualityValue', { quality: form.quality, label })}
          onChange={(quality) => setForm((last) => moveQuality(last, quality))}
        />
        <div className="caption flex justify-between tabular-nums" aria-hidden>
          <span>{minQuality}</span>
          <span>{maxQuality}</span>
        </div>
      </div>
    </>
  );
}
