import { outputFormats } from '@gossamer/contracts/formats';
import { settingsToTexts } from '@gossamer/contracts/option-texts';
import { presetQualities } from '@gossamer/contracts/settings';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../app/paths.ts';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { limitsByPlan } from '../../../lib/plan-limits.ts';
import { presets, toSettings } from '../settings/compress-settings.ts';
import { useSettings } from '../settings/settings-context.tsx';
import { fileDialogTypes } from './sort-files.ts';

/**
 * Form for browsers without JavaScript. It uploads one image; the gateway responds with a page that shows the result
 * (services/gateway/src/web/plain). It is rendered only during prerendering, so its code is not sent to browsers.
 */
export function PlainForm() {
  const { t, i18n } = useTranslation(['plain', 'compress']);
  const { form } = useSettings();
  const settings = toSettings(form);
  const { maxMegabytes } = limitsByPlan.free;
  const isSizeChosen = settings.maxBytes !== undefined;
  const fixed = settingsToTexts(settings).filter(([name]) => name !== 'format' && name !== 'quality');
  return (
    <form
      method="post"
      // The page may be in a language that only its URL specifies.
      action={`${paths.compress}?lang=${i18n.language}`}
      encType="multipart/form-data"
      className="card grid max-w-160 gap-5 p-6"
    >
      <div>
        <h2 className="text-head font-(--g-weight-strong)">{t('plain:form.title')}</h2>
        <p className="mt-1 text-small">{t('plain:form.note')}</p>
      </div>
      <label className="grid gap-2 text-small font-medium text-ink">
        {t('plain:form.image', { maxMegabytes })}
        <input
          type="file"
          name="image"
          accept={fileDialogTypes}
          required
          className="font-normal text-ink-2"
        />
      </label>
      <PlainField id="format" label={t('compress:settings.format')}>
        <select className="input" id="format" name="format" defaultValue={settings.format}>
          {outputFormats.map((format) => (
            <option key={format} value={format}>
              {t(`compress:settings.formats.${format}`)}
            </option>
          ))}
        </select>
      </PlainField>
      {!isSizeChosen && (
        <PlainField id="quality" label={t('compress:settings.quality')}>
          <select className="input" id="quality" name="quality" defaultValue={settings.quality}>
            {presets.map((preset) => (
              <option key={preset} value={presetQualities[preset]}>
                {t(`compress:settings.presets.${preset}`)} ({presetQualities[preset]})
              </option>
            ))}
          </select>
        </PlainField>
      )}
      {fixed.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={buttonStyle({ variant: 'primary', className: 'justify-self-start' })}>
        {t('compress:actions.compress')}
      </button>
    </form>
  );
}

function PlainField({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-small font-medium text-ink">
        {label}
      </label>
      {children}
    </div>
  );
}
