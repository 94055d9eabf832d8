import { AlertDialog } from 'radix-ui';
import { buttonStyle } from './button.tsx';
import { DialogActions, QuestionCard } from './dialog-parts.tsx';

type Props = {
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  text: string;
  cancelLabel: string;
  confirmLabel: string;
  onConfirm: () => void;
};

/** Asks the user to confirm a destructive action. The cancel button comes first and receives the focus. */
export function ConfirmDialog(props: Props) {
  return (
    <AlertDialog.Root open onOpenChange={props.onOpenChange}>
      <QuestionCard title={props.title}>
        <AlertDialog.Description>{props.text}</AlertDialog.Description>
        <DialogActions className="mt-3.5">
          <AlertDialog.Cancel className={buttonStyle({ variant: 'secondary' })}>
            {props.cancelLabel}
          </AlertDialog.Cancel>
          <AlertDialog.Action className={buttonStyle({ variant: 'danger' })} onClick={props.onConfirm}>
            {props.confirmLabel}
          </AlertDialog.Action>
        </DialogActions>
      </QuestionCard>
    </AlertDialog.Root>
  );
}
