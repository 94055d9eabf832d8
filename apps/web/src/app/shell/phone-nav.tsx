import { Menu, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router-dom';
import { IconButton } from '../../components/ui/icon-button.tsx';
import type { NavTarget } from './use-nav-links.ts';

/** The navigation of narrow windows: a button that unfolds a list below the header. */
export function PhoneNav({ links }: { links: NavTarget[] }) {
  const { t } = useTranslation();
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  // Going somewhere closes it.
  const isOpen = openAt === key;

  useEffect(() => {
    if (!isOpen) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
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
        {links.map(({ to, label }) => (
          <NavLink key={to} to={to} className="phone-link" onClick={() => setOpenAt(undefined)}>
            {label}
          </NavLink>
        ))}
      </nav>
    </div>
  );
}
