import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Logo } from '../../components/logo.tsx';
import { askConsentAgain } from '../../lib/consent.ts';
import { marketingClaims } from '../../marketing-claims.ts';
import { apiDocsPath, paths } from '../paths.ts';

export function Footer() {
  const { t } = useTranslation();
  return (
    <footer className="mt-(--g-section) border-t border-line pt-7 pb-9 max-md:with-action-bar:pb-32 text-small text-ink-3">
      <div className="page flex flex-wrap items-center gap-x-6 gap-y-3 max-lg:flex-col max-lg:items-start">
        <Logo className="h-[22px] w-auto text-ink-2" />
        <span>
          {t('copyright', { year: marketingClaims.copyrightYear })}{' '}
          <bdi>{import.meta.env.PRODUCT_VERSION}</bdi>
        </span>
        <nav aria-label={t('nav.footer')} className="flex flex-wrap gap-x-6 gap-y-1 lg:ms-auto">
          <Link to={paths.affiliate} className="footer-link">
            {t('pages.affiliate.title')}
          </Link>
          <a href={apiDocsPath} className="footer-link">
            {t('nav.api')}
          </a>
          <Link to={paths.privacy} className="footer-link">
            {t('nav.privacy')}
          </Link>
          <Link to={paths.terms} className="footer-link">
            {t('nav.terms')}
          </Link>
          <button type="button" className="footer-link cursor-pointer" onClick={askConsentAgain}>
            {t('consent.settings')}
          </button>
          <a href={`mailto:${marketingClaims.supportEmail}`} className="footer-link" dir="ltr">
            {marketingClaims.supportEmail}
          </a>
        </nav>
      </div>
    </footer>
  );
}
