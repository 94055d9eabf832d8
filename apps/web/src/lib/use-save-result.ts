import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../components/ui/toast.tsx';
import { failureText } from '../i18n/failure-text.ts';
import type { SavableResult } from './save-result.ts';
import { useUnauthorized } from './unauthorized.ts';

/**
 * Returns a function that downloads a compressed image and shows the outcome in a toast. Requires the namespaces
 * `compress` and `errors`.
 */
export function useSaveResult(): (row: SavableResult) => Promise<void> {
  const { t } = useTranslation('compress');
  const showToast = useToast();
  const logInAgain = useUnauthorized();
  return useCallback(
    async (row) => {
      const saving = import('./save-result.ts').then(({ saveResult }) => saveResult(row));
      const failure = await saving.catch(() => ({ reason: 'unknown' }) as const);
      if (!failure) {
        const description = t('toast.downloadStartedText', { count: 1 });
        showToast({ title: t('toast.downloadStarted'), description });
      } else if (failure.reason === 'unauthorized') logInAgain();
      else {
        const description =
          failure.reason === 'unknown' ? t('toast.downloadFailedText') : failureText(failure);
        showToast({ variant: 'destructive', title: t('toast.downloadFailed'), description });
      }
    },
    [t, showToast, logInAgain],
  );
}
