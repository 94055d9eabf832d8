import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../components/ui/checkbox.tsx';
import { setAutoStart, useAutoStart } from './auto-start.ts';

export function AutoStartField() {
  const { t } = useTranslation('compress');
  return (
    <Checkbox isChecked={useAutoStart() === true} onChange={setAutoStart}>
      {t('settings.autoStart')}
    </Checkbox>
  );
}
