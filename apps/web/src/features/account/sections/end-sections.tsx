import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { Section } from './section.tsx';

/** Dialogs come with the first one that is opened. */
const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }));

export function LogOutSection() {
  const { t } = useTranslation('account');
  return (
    <Section title={t('session.title')} text={t('session.text')}>
      {/* A whole page: the server ends the session and leads away. */}
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
    <Section title={t('delete.title')} text={t('delete.text')}>
      <Button className="text-danger" onClick={() => setOpen(true)}>
        {t('delete.open')}
      </Button>
      <Suspense>{isOpen && <DeleteDialog isPremium={isPremium} onClose={() => setOpen(false)} />}</Suspense>
    </Section>
  );
}
