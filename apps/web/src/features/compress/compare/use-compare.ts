import { type ComponentType, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/ui/toast.tsx';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import type { CompareViewProps } from './compare-view.tsx';

/** Loads the view and its texts, which are separate chunks. A failure to load them must not break the queue. */
async function loadCompareView(): Promise<ComponentType<CompareViewProps>> {
  const [{ CompareView }] = await Promise.all([import('./compare-view.tsx'), loadNamespaces(['compare'])]);
  return CompareView;
}

/** Returns which file is compared, and the view once it is loaded. `compare` is memoized. */
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
      } catch {
        const [title, description] = [t('compress:files.compareFailed'), t('errors:network')];
        showToast({ variant: 'destructive', title, description });
      }
    },
    [showToast, t],
  );

  return { CompareView, compare, opener, openKey, onOpenKeyChange: setOpenKey };
}
