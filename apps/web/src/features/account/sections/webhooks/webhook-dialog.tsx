import type { Webhook } from '@gossamer/contracts/webhooks';
import { Dialog } from 'radix-ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonStyle } from '../../../../components/ui/button.tsx';
import { DialogActions, dialogStyle, scrimStyle } from '../../../../components/ui/dialog-parts.tsx';
import { useReturnFocus } from '../../../../components/ui/use-return-focus.ts';
import { AccountForm } from '../../../../form/account-form.tsx';
import { TextField } from '../../../../form/text-field.tsx';
import { EventFields } from './event-fields.tsx';
import { useWebhookForm } from './use-webhook-form.ts';

/** Props of the webhook dialog. The dialog edits `webhook`, or adds a new webhook if `webhook` is undefined. */
type Props = { webhook?: Webhook; onClose: () => void };

export function WebhookDialog({ webhook, onClose }: Props) {
  const { t } = useTranslation('webhooks');
  const hintId = useId();
  const returnFocus = useReturnFocus();
  const { field, events, isBusy, form } = useWebhookForm(webhook, onClose);
  const [idle, busy] = webhook
    ? (['form.save', 'form.saving'] as const)
    : (['form.add', 'form.adding'] as const);
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={scrimStyle} />
        <Dialog.Content aria-describedby={undefined} className={`max-w-120 ${dialogStyle}`} {...returnFocus}>
          <Dialog.Title className="card-title text-ink">
            {t(webhook ? 'form.editTitle' : 'form.addTitle')}
          </Dialog.Title>
          <AccountForm {...form} className="mt-2">
            <TextField
              label={t('form.url')}
              type="url"
              dir="ltr"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="https://example.com/webhooks"
              className="rtl:text-end"
              hint={{ id: hintId, element: <UrlHint id={hintId} /> }}
              {...field('url')}
            />
            <TextField
              label={t('form.label')}
              dir="auto"
              autoComplete="off"
              placeholder={t('form.labelPlaceholder')}
              {...field('label')}
            />
            <EventFields {...events} />
            <DialogActions className="mt-1">
              <Dialog.Close className={buttonStyle({ variant: 'secondary' })}>
                {t('form.cancel')}
              </Dialog.Close>
              <Button type="submit" variant="primary" isBusy={isBusy}>
                {t(isBusy ? busy : idle)}
              </Button>
            </DialogActions>
          </AccountForm>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function UrlHint({ id }: { id: string }) {
  const { t } = useTranslation('webhooks');
  return (
    <p id={id} className="caption">
      {t('form.urlHint')}
    </p>
  );
}
