import { useTranslation } from 'react-i18next';
import { Link, NavLink, Outlet } from 'react-router-dom';
import { Logo } from '../../components/logo.tsx';
import { useScrollToTop } from '../../lib/use-scroll-to-top.ts';
import { paths } from '../paths.ts';

/** Header and footer around every screen. */
export function MainLayout() {
  const { t } = useTranslation();
  useScrollToTop();
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 rounded-control bg-raised px-4 py-2 text-ink shadow-pop focus:not-sr-only focus:fixed focus:start-4 focus:top-3"
      >
        {t('skipToContent')}
      </a>
      <header className="sticky top-0 z-20 border-b border-line bg-bg/85 backdrop-blur-md backdrop-saturate-150">
        <div className="page flex min-h-14 items-center gap-2 md:min-h-16">
          <Link to={paths.home} aria-label={t('productName')} className="me-5 inline-flex py-1.5 text-ink">
            <Logo className="h-6 w-auto md:h-[27px]" />
          </Link>
          <nav aria-label={t('nav.main')} className="flex gap-0.5 max-md:hidden">
            <NavLink to={paths.compress} className="nav-link">
              {t('nav.compress')}
            </NavLink>
          </nav>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="outline-none">
        <Outlet />
      </main>
      <footer className="site-footer mt-(--g-section) border-t border-line pt-7 pb-9 text-small text-ink-3">
        <div className="page flex flex-wrap items-center gap-x-6 gap-y-3 max-md:flex-col max-md:items-start">
          <Logo className="h-[22px] w-auto text-ink-2" />
          <span>{t('copyright')}</span>
        </div>
      </footer>
    </>
  );
}
