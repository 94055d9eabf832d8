import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { Spinner } from '../../components/ui/spinner.tsx';
import { useFilesForTool } from '../../features/compress/drop/use-files-for-tool.ts';
import { useSession } from '../../lib/session.ts';
import { ConsentBanner } from '../shell/consent-banner.tsx';
import { Footer } from '../shell/footer.tsx';
import { Header } from '../shell/header.tsx';
import { usePage } from '../use-page.ts';

/** Layout with header and footer. Shows a spinner until the session is known. */
export function MainLayout() {
  const { t } = useTranslation();
  const user = useSession();
  usePage();
  useFilesForTool();
  if (user === undefined) return <Spinner label={t('loading')} />;
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 rounded-control bg-raised px-4 py-2 text-ink shadow-pop focus:not-sr-only focus:fixed focus:start-4 focus:top-3"
      >
        {t('skipToContent')}
      </a>
      <Header user={user} />
      <main id="content" tabIndex={-1} className="outline-none">
        <Outlet />
      </main>
      <Footer />
      <ConsentBanner />
    </>
  );
}
