import type { LocaleCode } from '@gossamer/contracts/locales';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/use-language.ts';
import { useSession } from '../lib/session.ts';
import { useToast } from './ui/toast.tsx';

/** Returns a function that changes the UI language. For members, it also stores the language in the account. */
export function useChooseLanguage(): (code: LocaleCode) => Promise<void> {
  const { t } = useTranslation();
  const { changeLanguage } = useLanguage();
  const showToast = useToast();
  const isMember = Boolean(useSession());
  return async (code) => {
    try {
      await changeLanguage(code);
    } catch {
      showToast({
        variant: 'destructive',
        title: t('language.failed'),
        description: t('language.failedText'),
      });
      return;
    }
    if (isMember) void tellServer(code);
  };
}

/** Stores the language in the member's account. Ignores failures. */
async function tellServer(languageCode: LocaleCode): Promise<void> {
  try {
    const { sendJson } = await import('../lib/api-client.ts');
    await sendJson('POST', '/api/auth/language-preference', { languageCode });
  } catch {
    // If the request fails, the new language applies only until the next page load.
  }
}
