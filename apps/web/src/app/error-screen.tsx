import { useTranslation } from 'react-i18next';
import { Button } from '../components/ui/button.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';

/**
 * Fallback for a screen that crashed or whose code could not be loaded. Offers to reload the page, which fixes most
 * failures.
 */
export function ErrorScreen() {
  const { t } = useTranslation();
  useDocumentTitle(t('crashed.title'));
  return (
    <main className="grid min-h-dvh place-items-center content-center gap-1 px-6 text-center">
      <h1>{t('crashed.title')}</h1>
      <p>{t('crashed.text')}</p>
      <Button variant="primary" className="mt-4.5" onClick={() => window.location.reload()}>
        {t('crashed.action')}
      </Button>
    </main>
  );
}
