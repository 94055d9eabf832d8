import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../components/ui/checkbox.tsx';
import { Segments } from '../../../components/ui/segments.tsx';
import { UnitInput } from '../../../components/ui/unit-input.tsx';
import {
  canCrop,
  cleanPercentText,
  cleanSideText,
  percentOf,
  type ResizeForm,
  resizeCrops,
  resizeModes,
  sidePx,
  toResize,
} from './resize-form.ts';
import { resizePresetNames, resizePresetOf, resizePresets } from './resize-presets.ts';
import { useSettings } from './settings-context.tsx';

type Change = (part: Partial<ResizeForm>) => void;

export function ResizeFields() {
  const { t } = useTranslation('compress');
  const { form, setForm } = useSettings();
  const id = useId();
  const change: Change = (part) => setForm((last) => ({ ...last, ...part }));
  return (
    <div className="grid gap-2.5">
      <Checkbox isChecked={form.isResizing} onChange={(isResizing) => change({ isResizing })}>
        {t('settings.resize')}
      </Checkbox>
      {form.isResizing && (
        <>
          <span id={`${id}-preset`} className="sr-only">
            {t('settings.preset')}
          </span>
          <Segments
            labeledBy={`${id}-preset`}
            options={resizePresetNames.map((value) => ({
              value,
              label: t(`settings.resizePresets.${value}`),
            }))}
            value={resizePresetOf(form) ?? ''}
            onChange={(name) => change(resizePresets[name])}
          />
          <span id={`${id}-by`} className="sr-only">
            {t('settings.resizeBy.title')}
          </span>
          <Segments
            labeledBy={`${id}-by`}
            options={resizeModes.map((value) => ({ value, label: t(`settings.resizeBy.${value}`) }))}
            value={form.resizeBy}
            onChange={(resizeBy) => change({ resizeBy })}
          />
          {form.resizeBy === 'sides' ? (
            <SideFields form={form} change={change} />
          ) : (
            <SingleField form={form} change={change} />
          )}
          <p role="status" className="caption">
            {t(toResize(form) ? 'settings.resizeNote' : `settings.resizeEmpty.${form.resizeBy}`)}
          </p>
        </>
      )}
    </div>
  );
}

const sides = [
  { field: 'widthText', label: 'settings.width', placeholder: '1920' },
  { field: 'heightText', label: 'settings.height', placeholder: '1080' },
] as const;

function SideFields({ form, change }: { form: ResizeForm; change: Change }) {
  const { t } = useTranslation('compress');
  const id = useId();
  const [width, height] = sides.map(({ field, label, placeholder }) => (
    <UnitInput
      key={field}
      label={t(label)}
      unit={t('settings.px')}
      placeholder={placeholder}
      value={form[field]}
      onChange={(event) => change({ [field]: cleanSideText(event.target.value) })}
      onBlur={() => change({ [field]: String(sidePx(form[field]) ?? '') })}
    />
  ));
  return (
    <>
      <div className="grid grid-cols-[1fr_auto_1fr] items-end gap-2">
        {width}
        <span aria-hidden className="grid h-(--g-control) place-items-center text-ink-3">
          ×
        </span>
        {height}
      </div>
      <Checkbox isChecked={form.maintainAspect} onChange={(maintainAspect) => change({ maintainAspect })}>
        {t('settings.maintainAspect')}
      </Checkbox>
      {canCrop(form) && (
        <div className="grid gap-2">
          <span id={id} className="caption">
            {t('settings.crop.title')}
          </span>
          <Segments
            labeledBy={id}
            options={resizeCrops.map((value) => ({ value, label: t(`settings.crop.${value}`) }))}
            value={form.crop}
            onChange={(crop) => change({ crop })}
          />
        </div>
      )}
    </>
  );
}

/** Field for the long side or for a percentage. */
function SingleField({ form, change }: { form: ResizeForm; change: Change }) {
  const { t } = useTranslation('compress');
  const isPercent = form.resizeBy === 'percent';
  const field = isPercent ? 'percentText' : 'longSideText';
  const [clean, limit] = isPercent ? [cleanPercentText, percentOf] : [cleanSideText, sidePx];
  return (
    <UnitInput
      label={t(`settings.resizeBy.${isPercent ? 'percent' : 'longSide'}`)}
      unit={isPercent ? '%' : t('settings.px')}
      placeholder={isPercent ? '50' : '1920'}
      value={form[field]}
      onChange={(event) => change({ [field]: clean(event.target.value) })}
      onBlur={() => change({ [field]: String(limit(form[field]) ?? '') })}
    />
  );
}
