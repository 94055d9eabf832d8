import { alternateLinks, canonicalUrl } from '@gossamer/contracts/page-links';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useLanguage } from '../i18n/use-language.ts';
import { publicPathAt } from './public-paths.ts';

/**
 * Updates the server-rendered `<head>` (language, direction, canonical and hreflang links) when the route or language
 * changes. Each screen sets its own title.
 */
export function useDocumentHead(): void {
  const { pathname } = useLocation();
  const { code, locale } = useLanguage();

  useEffect(() => {
    document.documentElement.lang = code;
    document.documentElement.dir = locale.dir;
  }, [code, locale]);

  useEffect(() => {
    for (const link of document.head.querySelectorAll('link[rel=canonical], link[hreflang]')) link.remove();
    const path = publicPathAt(pathname);
    if (path === undefined) return;
    const { origin } = window.location;
    addLink({ rel: 'canonical', href: canonicalUrl(origin, path, code) });
    for (const link of alternateLinks(origin, path)) addLink({ rel: 'alternate', ...link });
  }, [pathname, code]);
}

function addLink(attributes: { rel: string; href: string; hreflang?: string }): void {
  document.head.append(Object.assign(document.createElement('link'), attributes));
}
