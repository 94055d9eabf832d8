import { outputFormats } from '@gossamer/contracts/formats';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceTile } from '../../../components/ui/choice-tile.tsx';
import { useSettings } from './settings-context.tsx';

export function FormatField() {
  const { t } = useTranslation('compress');
  const { form, setForm } = useSettings();
  const group = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-small font-medium text-ink">{t('settings.format')}</legend>
      <div className="grid grid-cols-4 gap-2">
        {outputFormats.map((format) => (
          <ChoiceTile
            key={format}
            group={group}
            value={format}
            isChecked={form.format === format}
            onChoose={() => setForm((last) => ({ ...last, format }))}
            className={format === 'auto' ? 'col-span-4' : ''}
          >
            {t(`settings.formats.${format}`)}{' '}
            {format === 'auto' && <span className="caption font-normal">{t('settings.recommended')}</span>}
          </ChoiceTile>
        ))}
      </div>
    </fieldset>
  );
}
