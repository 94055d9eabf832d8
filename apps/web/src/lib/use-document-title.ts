import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** The name of a screen in the browser's tab, followed by the product's. */
export function useDocumentTitle(title: string): void {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = t('documentTitle', { title });
  }, [title, t]);
}
