import { AlertDialog } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { Button, buttonStyle } from '../../../../components/ui/button.tsx';
import { useToast } from '../../../../components/ui/toast.tsx';
import { useReturnFocus } from '../../../../components/ui/use-return-focus.ts';
import { AccountForm } from '../../../../form/account-form.tsx';
import { TextAreaField } from '../../../../form/text-field.tsx';
import { useAccountForm } from '../../../../form/use-account-form.ts';
import { billingRequests } from '../../../../lib/api-billing.ts';
import { ApiError } from '../../../../lib/api-error.ts';
import { useNoteRefundRequest } from './use-billing.ts';

/** Maximum length of a reason in the contract (`refundRequestBody`). */
const maxReasonChars = 2_000;

type Props = { email: string; onClose: () => void };

/** Explains the refund and asks for an optional reason. */
export function RefundDialog({ email, onClose }: Props) {
  const { t } = useTranslation('account');
  const returnFocus = useReturnFocus();
  const showToast = useToast();
  const noteRequest = useNoteRefundRequest();
  const { field, isBusy, form } = useAccountForm({
    defaultValues: { reason: '' },
    failedTitle: t('refund.failed'),
    async send({ reason }) {
      try {
        await billingRequests.requestRefund(reason.trim());
      } catch (error) {
        // The refund was already requested in another window.
        if (!(error instanceof ApiError && error.code === 'refund_already_requested')) throw error;
      }
      noteRequest();
      showToast({ title: t('refund.done'), description: t('refund.doneText', { email }) });
      onClose();
    },
  });
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="scrim" />
        <AlertDialog.Content className="dialog max-h-[calc(100dvh-2rem)] overflow-y-auto" {...returnFocus}>
          <AlertDialog.Title className="card-title text-ink">{t('refund.question')}</AlertDialog.Title>
          <AlertDialog.Description>{t('refund.text')}</AlertDialog.Description>
          <AccountForm {...form} className="mt-2">
            <TextAreaField
              label={t('refund.reason')}
              maxLength={maxReasonChars}
              {...field('reason', () => true)}
            />
            <div className="dialog-actions mt-1">
              <AlertDialog.Cancel className={buttonStyle({ variant: 'secondary' })}>
                {t('refund.cancel')}
              </AlertDialog.Cancel>
              <Button type="submit" variant="primary" isBusy={isBusy}>
                {t(isBusy ? 'refund.busy' : 'refund.submit')}
              </Button>
            </div>
          </AccountForm>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
