import type { SessionUser } from '@gossamer/contracts/session-user';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router-dom';
import { LanguageMenu } from '../../components/language-menu.tsx';
import { Logo } from '../../components/logo.tsx';
import { ThemeMenu } from '../../components/theme-menu.tsx';
import { paths } from '../paths.ts';
import { PhoneNav } from './phone-nav.tsx';
import { useNavLinks } from './use-nav-links.ts';

export function Header({ user }: { user: SessionUser | null }) {
  const { t } = useTranslation();
  const links = useNavLinks();
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-bg/85 backdrop-blur-md backdrop-saturate-150">
      <div className="page relative flex min-h-14 items-center gap-1 md:min-h-16 md:gap-2">
        <Link to={paths.home} aria-label={t('productName')} className="me-5 inline-flex py-1.5 text-ink">
          <Logo className="h-6 w-auto md:h-[27px]" />
        </Link>
        <nav aria-label={t('nav.main')} className="flex gap-0.5 max-md:hidden">
          {links.map(({ to, label }) => (
            <NavLink key={to} to={to} className="nav-link">
              {label}
            </NavLink>
          ))}
        </nav>
        <span className="grow" />
        <span className="badge me-1 max-md:hidden">{t(user?.isPremium ? 'plan.pro' : 'plan.free')}</span>
        <ThemeMenu />
        <LanguageMenu />
        <PhoneNav links={links} />
      </div>
    </header>
  );
}
