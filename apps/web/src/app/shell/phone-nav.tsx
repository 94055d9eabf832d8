import type { SessionUser } from '@gossamer/contracts/session-user';
import { Menu, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router-dom';
import { PlanBadge } from '../../components/plan-badge.tsx';
import { ThemeMenu } from '../../components/theme-menu.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { paths } from '../paths.ts';
import type { NavTarget } from './use-nav-links.ts';

/** Navigation for narrow viewports: a button that expands a list of links below the header. */
export function PhoneNav({ links, user }: { links: NavTarget[]; user: SessionUser | null }) {
  const { t } = useTranslation();
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  // The navigation list is open only for the location at which it was opened, so every navigation closes it.
  const isOpen = openAt === key;
  const targets: (NavTarget & { className?: string })[] = user
    ? links
    : [
        ...links,
        // On narrower screens, the header has no space for this link.
        { to: paths.login, label: t('nav.login'), className: 'min-[21rem]:hidden' },
        { to: paths.signup, label: t('nav.signup') },
      ];

  useEffect(() => {
    if (!isOpen) return;
    const close = (event: KeyboardEvent) => {
      // Ignore Escape if a nested menu has handled it.
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      setOpenAt(undefined);
      button.current?.focus();
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [isOpen]);

  return (
    <div className="md:hidden">
      <IconButton
        ref={button}
        label={t(isOpen ? 'nav.close' : 'nav.open')}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpenAt(isOpen ? undefined : key)}
      >
        {isOpen ? <X aria-hidden size={20} /> : <Menu aria-hidden size={20} />}
      </IconButton>
      <nav
        id={id}
        aria-label={t('nav.main')}
        hidden={!isOpen}
        className="absolute inset-x-0 top-full border-b border-line bg-surface px-(--g-gutter) py-2 shadow-pop [&[hidden]]:hidden"
      >
        {targets.map(({ to, label, className = '' }) => (
          <NavLink
            key={to}
            to={to}
            className={`${className} flex min-h-12 items-center text-[1rem] text-ink-2 aria-[current=page]:font-[520] aria-[current=page]:text-ink`}
            onClick={() => setOpenAt(undefined)}
          >
            {label}
          </NavLink>
        ))}
        <div className="mt-2 flex flex-wrap items-center justify-between gap-2 border-t border-line pt-2">
          <ThemeMenu isNamed className="-ms-3" />
          <PlanBadge isPremium={user?.isPremium ?? false} />
        </div>
      </nav>
    </div>
  );
}
