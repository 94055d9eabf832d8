import { useTranslation } from 'react-i18next';
import { useToast } from '../components/ui/toast.tsx';
import { failureText } from '../i18n/failure-text.ts';
import { ApiError } from '../lib/api-error.ts';
import { toFailure } from '../lib/api-failure.ts';
import { useUnauthorized } from '../lib/unauthorized.ts';
import type { FormFailure } from './account-form.tsx';

/**
 * Returns a function that shows a toast for a failed request and returns the toast's texts. If the session has ended,
 * the function redirects to the login page.
 */
export function useFailedToast(): (
  error: unknown,
  title: string,
  fallback?: string,
  brokenText?: string,
) => FormFailure | undefined {
  const { t } = useTranslation('account');
  const showToast = useToast();
  const leaveUnauthorized = useUnauthorized();
  return (error, title, fallback = t('failed.text'), brokenText = t('failed.text')) => {
    if (error instanceof ApiError && error.code === 'unauthorized') {
      leaveUnauthorized();
      return undefined;
    }
    const text = describe(error);
    const closeToast = showToast({ variant: 'destructive', title, description: text });
    return { title, text, closeToast };

    function describe(cause: unknown): string {
      if (!(cause instanceof ApiError)) return brokenText;
      return cause.code || cause.serverMessage ? failureText(toFailure(cause)) : fallback;
    }
  };
}
