import { type AffiliateDashboard, payoutEmailBody } from '@gossamer/contracts/affiliate';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { useToast } from '../../../components/ui/toast.tsx';
import { AccountForm } from '../../../form/account-form.tsx';
import { PasswordField } from '../../../form/password-field.tsx';
import { TextField } from '../../../form/text-field.tsx';
import { useAccountForm } from '../../../form/use-account-form.ts';
import { affiliateRequests } from '../../../lib/api-affiliate.ts';
import { useNotePayoutEmail } from '../dashboard/use-dashboard.ts';

type Props = Pick<AffiliateDashboard, 'affiliate'> & { onClose: () => void };

/**
 * Form that changes the email address for payouts. It requires the password, because payouts are sent to this address.
 */
export function PayoutAddressForm({ affiliate, onClose }: Props) {
  const { t } = useTranslation(['affiliate', 'account']);
  const { code, email, payoutEmail } = affiliate;
  const showToast = useToast();
  const noteAddress = useNotePayoutEmail(code);
  const { field, isBusy, form } = useAccountForm({
    schema: payoutEmailBody,
    defaultValues: { payoutEmail: payoutEmail ?? email, currentPassword: '' },
    failedTitle: t('address.failed'),
    async send(values) {
      const answer = await affiliateRequests.setPayoutEmail(code, values);
      noteAddress(answer.payoutEmail);
      showToast({
        title: t('address.done'),
        description: t('address.doneText', { email: answer.payoutEmail }),
      });
      onClose();
    },
  });
  return (
    <AccountForm {...form} className="mt-1">
      <TextField
        label={t('address.label')}
        type="email"
        dir="ltr"
        autoComplete="email"
        // Focus the field, because the partner has just opened the form.
        autoFocus
        className="rtl:text-end"
        {...field('payoutEmail')}
      />
      <PasswordField
        label={t('account:fields.currentPassword')}
        autoComplete="current-password"
        {...field('currentPassword')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={isBusy}>
          {t(isBusy ? 'address.busy' : 'address.submit')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t('address.cancel')}
        </Button>
      </div>
    </AccountForm>
  );
}
