import { useEffect, useRef } from 'react';
import { useLanguage } from '../i18n/use-language.ts';
import { useSession } from '../lib/session.ts';

/** Switches to the member's preferred language when the session is loaded, unless the URL specifies a language. */
export function usePreferredLanguage(): void {
  const preferred = useSession()?.preferredLanguage;
  const { code, changeLanguage } = useLanguage();
  const latest = useRef({ code, changeLanguage });
  useEffect(() => {
    latest.current = { code, changeLanguage };
  });

  useEffect(() => {
    if (!preferred || preferred === latest.current.code) return;
    if (new URLSearchParams(window.location.search).has('lang')) return;
    // If the texts cannot be loaded, the page keeps its language.
    latest.current.changeLanguage(preferred).catch(() => {});
  }, [preferred]);
}
