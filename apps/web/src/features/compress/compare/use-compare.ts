import { type ComponentType, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/ui/toast.tsx';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import type { CompareViewProps } from './compare-view.tsx';

/** The view and its texts are chunks of their own; a chunk that cannot be fetched must not take the queue with it. */
async function loadCompareView(): Promise<ComponentType<CompareViewProps>> {
  const [{ CompareView }] = await Promise.all([import('./compare-view.tsx'), loadNamespaces(['compare'])]);
  return CompareView;
}

/** Which file is compared, and the view once it is here. `compare` stays the same from render to render. */
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
