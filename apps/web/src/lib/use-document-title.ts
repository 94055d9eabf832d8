import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Sets the document title to the screen's title followed by the product name. */
export function useDocumentTitle(title: string): void {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = t('documentTitle', { title });
  }, [title, t]);
}
