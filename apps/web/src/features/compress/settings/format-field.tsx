import { type OutputFormat, outputFormats } from '@gossamer/contracts/formats';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceTile } from '../../../components/ui/choice-tile.tsx';
import { useSettings } from './settings-context.tsx';

const notedFormats = ['auto', 'modern', 'same', 'jxl'] as const;
const isNoted = (format: OutputFormat): format is (typeof notedFormats)[number] =>
  notedFormats.some((noted) => noted === format);

export function FormatField() {
  const { t } = useTranslation('compress');
  const { form, setForm } = useSettings();
  const group = useId();
  const { format: chosen } = form;
  return (
    <fieldset className="min-w-0" aria-describedby={`${group}-note`}>
      <legend className="mb-2 text-small font-medium text-ink">{t('settings.format')}</legend>
      <div className="grid grid-cols-2 gap-2">
        {outputFormats.map((format) => (
          <ChoiceTile
            key={format}
            group={group}
            value={format}
            isChecked={chosen === format}
            onChoose={() => setForm((last) => ({ ...last, format }))}
          >
            {t(`settings.formats.${format}`)}{' '}
            {format === 'auto' && <span className="caption font-normal">{t('settings.recommended')}</span>}
          </ChoiceTile>
        ))}
      </div>
      <p id={`${group}-note`} role="status" className="caption mt-2 empty:hidden">
        {isNoted(chosen) && t(`settings.formatNotes.${chosen}`)}
      </p>
    </fieldset>
  );
}
