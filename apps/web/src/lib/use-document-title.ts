import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Sets the document title to the name of a screen, followed by that of the product. */
export function useDocumentTitle(title: string): void {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = t('documentTitle', { title });
  }, [title, t]);
}
