import { isAdvanced } from '@gossamer/contracts/asked-settings';
import { Suspense, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { lazyContent } from '../../../components/lazy-part.tsx';
import { askedForm } from './asked-form.ts';
import { hasOwnFormats } from './compress-settings.ts';
import { FoldButton } from './fold-button.tsx';
import { useSettings } from './settings-context.tsx';

/** The fields are lazy-loaded, because few visitors open the section. */
const AdvancedFields = lazyContent(
  () => import('./advanced-fields.tsx'),
  ({ AdvancedFields }) => AdvancedFields,
  'compressMore',
);

export function AdvancedOptions() {
  const { t } = useTranslation('compress');
  const { pathname, search } = useLocation();
  // Expand the section in the first render if the URL sets an advanced option. In this case, the server sends a page
  // that was prerendered with the expanded section, and hydration requires the same output.
  const isAsked = isAdvanced(askedForm(pathname, search).parts);
  const [isOpen, setOpen] = useState(isAsked);
  useEffect(() => {
    if (isAsked) setOpen(true);
  }, [isAsked]);
  const id = useId();
  return (
    <>
      {/* The line is hidden if no settings are shown above it. */}
      <hr className="border-line first:hidden" />
      <FoldButton
        isOpen={isOpen}
        controls={id}
        onReach={AdvancedFields.preload}
        onToggle={() => setOpen(!isOpen)}
        className="-my-2"
      >
        {t(isOpen ? 'settings.hideAdvanced' : 'settings.showAdvanced')}
        {!isOpen && <FoldedSettings />}
      </FoldButton>
      <div id={id} hidden={!isOpen} className="grid gap-5 [&[hidden]]:hidden">
        {isOpen && (
          <Suspense>
            <AdvancedFields />
          </Suspense>
        )}
      </div>
    </>
  );
}

/** Lists the advanced options that are set. Shown while the section is collapsed. */
function FoldedSettings() {
  const { t } = useTranslation('compress');
  const { form } = useSettings();
  const { isArchiving } = form;
  return (
    <span className="caption truncate text-start">
      {(isArchiving
        ? // The other settings have no effect on archives.
          [t('settings.archive')]
        : [
            form.isForWeb && t('settings.forWeb'),
            !form.isForWeb && form.isResizing && t('settings.resize'),
            form.filter !== 'none' && t(`settings.filters.${form.filter}`),
            !form.isForWeb && hasOwnFormats(form) && t('settings.autoFormats'),
            form.isFilling && t('settings.background'),
            form.preserve.length > 0 && t('settings.preserve'),
            (form.isSrgb || form.dropsHdr) && t('settings.colors'),
          ]
      )
        .filter(Boolean)
        .join(', ')}
    </span>
  );
}
