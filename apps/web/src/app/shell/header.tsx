import type { SessionUser } from '@gossamer/contracts/session-user';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { LanguageMenu } from '../../components/language-menu.tsx';
import { Logo } from '../../components/logo.tsx';
import { PlanBadge } from '../../components/plan-badge.tsx';
import { ThemeMenu } from '../../components/theme-menu.tsx';
import { buttonStyle } from '../../components/ui/button.tsx';
import { paths } from '../paths.ts';
import { AccountMenu } from './account-menu.tsx';
import { PhoneNav } from './phone-nav.tsx';
import { useNavLinks } from './use-nav-links.ts';

export function Header({ user }: { user: SessionUser | null }) {
  const { t } = useTranslation();
  const links = useNavLinks(user);
  const isLanding = useLocation().pathname === paths.home && !user;
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-bg/85 backdrop-blur-md backdrop-saturate-150">
      <div className="page relative flex min-h-14 items-center gap-1 md:min-h-16 md:gap-2">
        <Link
          to={paths.home}
          aria-label={t('productName')}
          className="inline-flex shrink-0 py-1.5 text-ink md:me-5"
        >
          <Logo className="h-6 w-auto md:h-[27px]" />
        </Link>
        <nav aria-label={t('nav.main')} className="flex gap-0.5 max-md:hidden">
          {links.map(({ to, label }) => (
            <NavLink
              key={to}
              to={to}
              className="relative inline-flex min-h-9 items-center rounded-control px-3 font-[450] text-ink-2 after:absolute after:inset-x-3 after:-bottom-[14.5px] after:h-0.5 after:rounded-full after:bg-accent not-aria-[current=page]:after:hidden hover:bg-hover hover:text-ink aria-[current=page]:font-[520] aria-[current=page]:text-ink"
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <span className="grow" />
        {!isLanding && <PlanBadge isPremium={user?.isPremium ?? false} className="me-1 max-md:hidden" />}
        <ThemeMenu className="max-md:hidden" />
        <LanguageMenu />
        {user ? <AccountMenu user={user} /> : <LoginLinks hasSignup={isLanding} />}
        <PhoneNav links={links} user={user} />
      </div>
    </header>
  );
}

function LoginLinks({ hasSignup }: { hasSignup: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <Link
        to={paths.login}
        className={buttonStyle({
          variant: 'quiet',
          size: 'small',
          className: 'max-[24rem]:px-2 max-[21rem]:hidden',
        })}
      >
        {t('nav.login')}
      </Link>
      {hasSignup && (
        <Link
          to={paths.signup}
          className={buttonStyle({ variant: 'secondary', size: 'small', className: 'max-md:hidden' })}
        >
          {t('nav.signup')}
        </Link>
      )}
    </>
  );
}
