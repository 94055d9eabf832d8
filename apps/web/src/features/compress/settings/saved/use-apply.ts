import type { SavedSettings } from '@gossamer/contracts/saved-settings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../../components/ui/toast.tsx';
import { useSettings } from '../settings-context.tsx';
import { fromSettings } from './from-settings.ts';

/**
 * Returns a function that applies saved settings to the form, and the settings that were applied last. Settings that
 * the form cannot fully show are not applied; a toast reports this.
 */
export function useApply(saved: readonly SavedSettings[]) {
  const { t } = useTranslation('compress');
  const { setForm } = useSettings();
  const showToast = useToast();
  const [lastId, setLastId] = useState<string>();
  function apply({ id, name, settings }: SavedSettings): void {
    const form = fromSettings(settings);
    if (form) {
      setForm(() => form);
      setLastId(id);
      return;
    }
    showToast({
      variant: 'destructive',
      title: t('settings.saved.notApplied'),
      description: t('settings.saved.notAppliedText', { name }),
    });
  }
  return { apply, lastApplied: saved.find(({ id }) => id === lastId) };
}
