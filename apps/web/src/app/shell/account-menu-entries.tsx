import type { SessionUser } from '@gossamer/contracts/session-user';
import { HandCoins, History, LogOut, User } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { AnchoredMenu, menuItem } from '../../components/ui/anchored-menu.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { paths } from '../paths.ts';

type Props = { anchor: HTMLElement; user: SessionUser; onClose: () => void };

/** Content of the account menu: the member's name, email address and links. */
export function AccountMenuEntries({ anchor, user, onClose }: Props) {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const name = t('accountMenu.name', { firstName: user.firstName, lastName: user.lastName }).trim();
  return (
    <AnchoredMenu anchor={anchor} label={t('accountMenu.label')} dir={locale.dir} onClose={onClose}>
      <DropdownMenu.Label className="grid max-w-72 px-2.5 py-1.5 leading-snug">
        <bdi className="block truncate font-medium text-ink" title={name}>
          {name}
        </bdi>
        <bdi className="caption block truncate" title={user.email}>
          {user.email}
        </bdi>
      </DropdownMenu.Label>
      <DropdownMenu.Separator className="my-[5px] h-px bg-line" />
      <DropdownMenu.Item asChild>
        <Link to={paths.account} className={menuItem}>
          <User aria-hidden size={17} className="text-ink-3" />
          {t('accountMenu.account')}
        </Link>
      </DropdownMenu.Item>
      <DropdownMenu.Item asChild>
        <Link to={paths.history} className={menuItem}>
          <History aria-hidden size={17} className="text-ink-3" />
          {t('nav.history')}
        </Link>
      </DropdownMenu.Item>
      <DropdownMenu.Item asChild>
        <Link to={paths.affiliate} className={menuItem}>
          <HandCoins aria-hidden size={17} className="text-ink-3" />
          {t('pages.affiliate.title')}
        </Link>
      </DropdownMenu.Item>
      <DropdownMenu.Separator className="my-[5px] h-px bg-line" />
      {/* The logout entry is a plain link that loads a new page, because the server ends the session and redirects. */}
      <DropdownMenu.Item asChild>
        <a href="/api/auth/logout" className={menuItem}>
          <LogOut aria-hidden size={17} className="text-ink-3 rtl:-scale-x-100" />
          {t('accountMenu.logOut')}
        </a>
      </DropdownMenu.Item>
    </AnchoredMenu>
  );
}
