import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { extra } from '../../../components/extra.tsx';
import { retryableImport } from '../../../lib/retryable-import.ts';
import { askedSettings, isAdvanced } from './asked-settings.ts';
import { useSettings } from './settings-context.tsx';

/** Fetched when somebody reaches for the options. */
const importFields = retryableImport(() => import('./advanced-fields.tsx'));
const AdvancedFields = extra(async () => (await importFields()).AdvancedFields);

export function AdvancedOptions() {
  const { t } = useTranslation('compress');
  const { form } = useSettings();
  const { search } = useLocation();
  const [isOpen, setOpen] = useState(false);
  // An address that asks for such a setting shows it. Pages are rendered beforehand without it, hence the effect.
  useEffect(() => {
    if (isAdvanced(askedSettings(search))) setOpen(true);
  }, [search]);
  const id = useId();
  const prefetch = () => void importFields().catch(() => undefined);
  return (
    <>
      <hr className="border-line" />
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => setOpen(!isOpen)}
        className="-my-2 flex min-h-9 w-full cursor-pointer items-center gap-3 rounded-sm text-small font-medium text-ink"
      >
        {t(isOpen ? 'settings.hideAdvanced' : 'settings.showAdvanced')}
        {!isOpen && isAdvanced(form) && <FoldedSettings />}
        <ChevronDown
          aria-hidden
          size={18}
          className={`ms-auto transition-transform duration-(--g-base) ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      <div id={id} hidden={!isOpen} className="grid gap-5 [&[hidden]]:hidden">
        {isOpen && <AdvancedFields />}
      </div>
    </>
  );
}

/** What is set although it is not shown. */
function FoldedSettings() {
  const { t } = useTranslation('compress');
  const { form } = useSettings();
  return (
    <span className="caption truncate text-start">
      {form.isResizing && <bdi>{t('settings.resize')} </bdi>}
      {form.filter !== 'none' && <bdi>{t(`settings.filters.${form.filter}`)}</bdi>}
    </span>
  );
}
