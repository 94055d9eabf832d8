import { refundRequestBody } from '@gossamer/contracts/billing';
import { AlertDialog } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { Button, buttonStyle } from '../../../../components/ui/button.tsx';
import { DialogActions, QuestionCard } from '../../../../components/ui/dialog-parts.tsx';
import { useToast } from '../../../../components/ui/toast.tsx';
import { AccountForm } from '../../../../form/account-form.tsx';
import { TextAreaField } from '../../../../form/text-field.tsx';
import { useAccountForm } from '../../../../form/use-account-form.ts';
import { billingRequests } from '../../../../lib/api-billing.ts';
import { ignoreCode } from '../../../../lib/api-error.ts';
import { useNoteRefundRequest } from './use-billing.ts';

/** Maximum length of the refund reason in characters. The input enforces it. */
const maxReasonChars = refundRequestBody.shape.reason.unwrap().maxLength ?? undefined;

type Props = { email: string; onClose: () => void };

/** Dialog that explains the refund and asks for an optional reason. */
export function RefundDialog({ email, onClose }: Props) {
  const { t } = useTranslation('account');
  const showToast = useToast();
  const noteRequest = useNoteRefundRequest();
  const { field, isBusy, form } = useAccountForm({
    schema: refundRequestBody,
    defaultValues: { reason: '' },
    failedTitle: t('refund.failed'),
    async send({ reason }) {
      // Ignore the error if the refund was already requested in another window.
      await billingRequests.requestRefund(reason).catch(ignoreCode('refund_already_requested'));
      noteRequest();
      showToast({ title: t('refund.done'), description: t('refund.doneText', { email }) });
      onClose();
    },
  });
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <QuestionCard title={t('refund.question')}>
        <AlertDialog.Description>{t('refund.text')}</AlertDialog.Description>
        <AccountForm {...form} className="mt-2">
          <TextAreaField label={t('refund.reason')} maxLength={maxReasonChars} {...field('reason')} />
          <DialogActions className="mt-1">
            <AlertDialog.Cancel className={buttonStyle({ variant: 'secondary' })}>
              {t('refund.cancel')}
            </AlertDialog.Cancel>
            <Button type="submit" variant="primary" isBusy={isBusy}>
              {t(isBusy ? 'refund.busy' : 'refund.submit')}
            </Button>
          </DialogActions>
        </AccountForm>
      </QuestionCard>
    </AlertDialog.Root>
  );
}
