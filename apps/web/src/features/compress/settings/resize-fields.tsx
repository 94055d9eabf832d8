import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../components/ui/checkbox.tsx';
import { UnitInput } from '../../../components/ui/unit-input.tsx';
import { cleanSideText, type SettingsForm, sidePx, toSettings } from './compress-settings.ts';
import { useSettings } from './settings-context.tsx';

const sides = [
  { field: 'widthText', label: 'settings.width', placeholder: '1920' },
  { field: 'heightText', label: 'settings.height', placeholder: '1080' },
] as const;

export function ResizeFields() {
  const { t } = useTranslation('compress');
  const { form, setForm } = useSettings();
  const change = (part: Partial<SettingsForm>) => setForm((last) => ({ ...last, ...part }));
  return (
    <div className="grid gap-2.5">
      <Checkbox isChecked={form.isResizing} onChange={(isResizing) => change({ isResizing })}>
        {t('settings.resize')}
      </Checkbox>
      {form.isResizing && (
        <>
          <div className="grid grid-cols-[1fr_auto_1fr] items-end gap-2">
            {sides.map(({ field, label, placeholder }, index) => (
              <Fragment key={field}>
                {index > 0 && (
                  <span aria-hidden className="grid h-(--g-control) place-items-center text-ink-3">
                    ×
                  </span>
                )}
                <UnitInput
                  label={t(label)}
                  unit={t('settings.px')}
                  placeholder={placeholder}
                  value={form[field]}
                  onChange={(event) => change({ [field]: cleanSideText(event.target.value) })}
                  onBlur={() => change({ [field]: String(sidePx(form[field]) ?? '') })}
                />
              </Fragment>
            ))}
          </div>
          <Checkbox isChecked={form.maintainAspect} onChange={(maintainAspect) => change({ maintainAspect })}>
            {t('settings.maintainAspect')}
          </Checkbox>
          <p role="status" className="caption">
            {t(toSettings(form).resize ? 'settings.resizeNote' : 'settings.resizeEmpty')}
          </p>
        </>
      )}
    </div>
  );
}
