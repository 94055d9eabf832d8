import { askedSettings, isAdvanced } from '@gossamer/contracts/asked-settings';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { FilterField } from './filter-field.tsx';
import { FoldButton } from './fold-button.tsx';
import { ResizeFields } from './resize-fields.tsx';
import { useSettings } from './settings-context.tsx';

export function AdvancedOptions() {
  const { t } = useTranslation('compress');
  const { form } = useSettings();
  const { search } = useLocation();
  // Expand the section in the first render if the URL sets an advanced option. The server sends a prerendered page with
  // the expanded section in this case, and hydration requires the same output.
  const isAsked = isAdvanced(askedSettings(search));
  const [isOpen, setOpen] = useState(isAsked);
  useEffect(() => {
    if (isAsked) setOpen(true);
  }, [isAsked]);
  const id = useId();
  return (
    <>
      <hr className="border-line" />
      <FoldButton isOpen={isOpen} controls={id} onToggle={() => setOpen(!isOpen)} className="-my-2">
        {t(isOpen ? 'settings.hideAdvanced' : 'settings.showAdvanced')}
        {!isOpen && isAdvanced(form) && <FoldedSettings />}
      </FoldButton>
      <div id={id} hidden={!isOpen} className="grid gap-5 [&[hidden]]:hidden">
        {isOpen && (
          <>
            <ResizeFields />
            <FilterField />
          </>
        )}
      </div>
    </>
  );
}

/** Lists the advanced options that are set. Shown while the section is collapsed. */
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
