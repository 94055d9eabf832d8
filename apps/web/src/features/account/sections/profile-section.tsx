import { profileBody } from '@gossamer/contracts/accounts';
import type { SessionUser } from '@gossamer/contracts/session-user';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { useToast } from '../../../components/ui/toast.tsx';
import { AccountForm } from '../../../form/account-form.tsx';
import { NameFields } from '../../../form/name-fields.tsx';
import { useAccountForm } from '../../../form/use-account-form.ts';
import { rememberSession } from '../../../lib/session.ts';
import { accountRequests } from '../requests.ts';
import { Section } from './section.tsx';

export function ProfileSection({ user }: { user: SessionUser }) {
  const { t } = useTranslation(['account', 'common']);
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { firstName, lastName } = user;
  const { field, isBusy, form } = useAccountForm({
    schema: profileBody,
    defaultValues: { firstName, lastName },
    failedTitle: t('profile.failed'),
    async send(values) {
      const saved = await accountRequests.saveProfile(values);
      rememberSession(queryClient, saved);
      const name = t('common:accountMenu.name', { firstName: saved.firstName, lastName: saved.lastName });
      showToast({ title: t('profile.done'), description: t('profile.doneText', { name }) });
    },
  });
  return (
    <Section name="profile" title={t('profile.title')} text={t('profile.text')}>
      <AccountForm {...form} className="w-full">
        <NameFields first={field('firstName')} last={field('lastName')} />
        <Button type="submit" isBusy={isBusy} className="justify-self-start">
          {t(isBusy ? 'profile.busy' : 'profile.submit')}
        </Button>
      </AccountForm>
    </Section>
  );
}
