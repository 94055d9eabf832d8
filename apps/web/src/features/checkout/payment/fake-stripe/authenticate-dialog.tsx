import { AlertDialog } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { buttonStyle } from '../../../../components/ui/button.tsx';

type Props = { onAnswer: (outcome: 'complete' | 'fail') => void };

/** Simulates a bank's authentication page. Escape rejects the payment. */
export function AuthenticateDialog({ onAnswer }: Props) {
  const { t } = useTranslation('checkout');
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && onAnswer('fail')}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="scrim" />
        <AlertDialog.Content className="dialog">
          <AlertDialog.Title className="card-title text-ink">
            {t('fakeStripe.authenticate.title')}
          </AlertDialog.Title>
          <AlertDialog.Description>{t('fakeStripe.authenticate.text')}</AlertDialog.Description>
          <div className="dialog-actions mt-3.5">
            <AlertDialog.Cancel className={buttonStyle({ variant: 'secondary' })}>
              {t('fakeStripe.authenticate.fail')}
            </AlertDialog.Cancel>
            <button
              type="button"
              className={buttonStyle({ variant: 'primary' })}
              onClick={() => onAnswer('complete')}
            >
              {t('fakeStripe.authenticate.complete')}
            </button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
