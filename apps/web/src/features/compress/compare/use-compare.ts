import { type ComponentType, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/ui/toast.tsx';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import { retryableImport } from '../../../lib/retryable-import.ts';
import type { CompareViewProps } from './compare-view.tsx';

const importCompareView = retryableImport(() => import('./compare-view.tsx'));

/** Loads the comparison's code and texts. A failure does not affect the file list. */
async function loadCompareView(): Promise<ComponentType<CompareViewProps>> {
  const [{ CompareView }] = await Promise.all([importCompareView(), loadNamespaces(['compare'])]);
  return CompareView;
}

/**
 * Returns a memoized function that opens the comparison of an item and returns whether this succeeded, and the state of
 * the comparison. `CompareView` is undefined until its code is loaded.
 */
export function useCompare() {
  const { t } = useTranslation(['compress', 'errors']);
  const showToast = useToast();
  const [CompareView, setView] = useState<ComponentType<CompareViewProps>>();
  const [openKey, setOpenKey] = useState<string>();
  const [opener, setOpener] = useState<HTMLElement>();

  const compare = useCallback(
    async (key: string, pressed: HTMLElement) => {
      try {
        const view = await loadCompareView();
        setView(() => view);
        setOpener(pressed);
        setOpenKey(key);
        return true;
      } catch {
        const [title, description] = [t('compress:files.compareFailed'), t('errors:network')];
        showToast({ variant: 'destructive', title, description });
        return false;
      }
    },
    [showToast, t],
  );

  return { CompareView, compare, opener, openKey, onOpenKeyChange: setOpenKey };
}
