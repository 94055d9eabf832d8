import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../components/ui/checkbox.tsx';
import { useSettings } from './settings-context.tsx';

/** Checkbox that selects archiving: storing JPEGs as JPEG XL without loss. */
export function ArchiveField() {
  const { t } = useTranslation('compress');
  const { form, setForm } = useSettings();
  return (
    <Checkbox
      isChecked={form.isArchiving}
      onChange={(isArchiving) => setForm((last) => ({ ...last, isArchiving }))}
      hint={t('settings.archiveNote')}
    >
      {t('settings.archiveOption')}
    </Checkbox>
  );
}
