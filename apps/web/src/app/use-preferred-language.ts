import { useEffect, useRef } from 'react';
import { useLanguage } from '../i18n/use-language.ts';
import { useSession } from '../lib/session.ts';

/** Switches to the member's own language when it becomes known who is there, unless the address names one. */
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
    // Without its texts the page stays as it is.
    latest.current.changeLanguage(preferred).catch(() => {});
  }, [preferred]);
}
