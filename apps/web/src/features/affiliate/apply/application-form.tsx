import { affiliateApplicationBody } from '@gossamer/contracts/affiliate';
import type { SessionUser } from '@gossamer/contracts/session-user';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { useToast } from '../../../components/ui/toast.tsx';
import { AccountForm } from '../../../form/account-form.tsx';
import { EmailField } from '../../../form/email-field.tsx';
import { TextAreaField, TextField } from '../../../form/text-field.tsx';
import { useAccountForm } from '../../../form/use-account-form.ts';
import { affiliateRequests } from '../../../lib/api-affiliate.ts';
import { useNotePartner } from './use-own-affiliate.ts';

const { name, website, description } = affiliateApplicationBody.shape;
/** Maximum lengths in characters that the server accepts. The form fields enforce them. */
const maxChars = {
  name: name.maxLength ?? undefined,
  website: website.unwrap().maxLength ?? undefined,
  description: description.unwrap().maxLength ?? undefined,
};

type Props = { user: SessionUser; onApproved: () => void };

/** Affiliate application form. The server approves applications immediately. */
export function ApplicationForm({ user, onApproved }: Props) {
  const { t } = useTranslation(['affiliate', 'common']);
  const showToast = useToast();
  const notePartner = useNotePartner();
  const { firstName, lastName, email } = user;
  const { field, isBusy, form } = useAccountForm({
    schema: affiliateApplicationBody,
    defaultValues: {
      name: t('common:accountMenu.name', { firstName, lastName }).trim(),
      email,
      website: '',
      description: '',
    },
    failedTitle: t('form.failed'),
    failedText: t('form.failedText'),
    brokenText: t('form.failedText'),
    async send(values) {
      const answer = await affiliateRequests.apply(values);
      showToast({ title: t('form.approved'), description: t('form.approvedText') });
      onApproved();
      notePartner(answer);
    },
  });
  return (
    <div className="grid min-w-0 gap-5 p-5 md:p-7" data-testid="affiliate-form">
      <div>
        <h2 className="card-title">{t('form.title')}</h2>
        <p className="mt-0.5 text-small">{t('form.text')}</p>
      </div>
      <AccountForm {...form}>
        <TextField
          label={t('form.name')}
          autoComplete="name"
          dir="auto"
          maxLength={maxChars.name}
          {...field('name')}
        />
        <EmailField {...field('email')} />
        <TextField
          label={t('form.website')}
          dir="auto"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={maxChars.website}
          {...field('website')}
        />
        <TextAreaField
          label={t('form.description')}
          maxLength={maxChars.description}
          {...field('description')}
        />
        <Button type="submit" variant="primary" size="large" isBusy={isBusy} className="mt-1">
          {t(isBusy ? 'form.busy' : 'form.submit')}
        </Button>
      </AccountForm>
    </div>
  );
}
