import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { Section } from './section.tsx';

/** The account deletion dialog is lazy-loaded when it is opened for the first time. */
const DeleteDialog = lazyPart(
  () => import('./delete-dialog.tsx'),
  ({ DeleteDialog }) => DeleteDialog,
);

export function LogOutSection() {
  const { t } = useTranslation('account');
  return (
    <Section name="session" title={t('session.title')} text={t('session.text')}>
      {/* The logout button is a plain link, because the server ends the session and redirects. */}
      <a href="/api/auth/logout" className={buttonStyle()}>
        {t('session.logOut')}
      </a>
    </Section>
  );
}

export function DeleteSection({ isPremium }: { isPremium: boolean }) {
  const { t } = useTranslation('account');
  const [isOpen, setOpen] = useState(false);
  return (
    <Section name="delete" title={t('delete.title')} text={t('delete.text')}>
      <Button variant="dangerOutlined" onClick={() => setOpen(true)}>
        {t('delete.open')}
      </Button>
      {isOpen && <DeleteDialog isPremium={isPremium} onClose={() => setOpen(false)} />}
    </Section>
  );
}
