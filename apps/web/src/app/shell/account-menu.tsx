import type { SessionUser } from '@gossamer/contracts/session-user';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../components/avatar.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';

const AccountMenuEntries = lazyPart(
  () => import('./account-menu-entries.tsx'),
  ({ AccountMenuEntries }) => AccountMenuEntries,
);

/** Button with the member's avatar that opens the account menu. The menu's code is preloaded on hover and focus. */
export function AccountMenu({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const prefetch = () => void AccountMenuEntries.preload();
  return (
    <>
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        className="relative grid size-(--g-control) cursor-pointer place-items-center rounded-full"
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={({ currentTarget }) => setAnchor(anchor ? null : currentTarget)}
      >
        <Avatar user={user} /> <span className="sr-only">{t('accountMenu.label')}</span>
      </button>
      {anchor && <AccountMenuEntries anchor={anchor} user={user} onClose={() => setAnchor(null)} />}
    </>
  );
}
