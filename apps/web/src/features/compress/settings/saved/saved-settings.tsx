import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../../components/lazy-part.tsx';
import { FoldButton } from '../fold-button.tsx';

/** The list is lazy-loaded with the error texts when it is opened. */
const SavedContent = lazyPart(
  () => import('./saved-content.tsx'),
  ({ SavedContent }) => SavedContent,
  'errors',
);

/** Collapsible list of a member's saved settings. Its code and data are loaded when it is opened. */
export function SavedSettings() {
  const { t } = useTranslation('compress');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <FoldButton
        isOpen={isOpen}
        controls={id}
        onToggle={() => setOpen(!isOpen)}
        onReach={() => void SavedContent.preload()}
      >
        {t('settings.saved.title')}
      </FoldButton>
      <div id={id} hidden={!isOpen} className="min-h-(--g-control) pt-1.5 pb-3 [&[hidden]]:hidden">
        {isOpen && <SavedContent />}
      </div>
    </>
  );
}
