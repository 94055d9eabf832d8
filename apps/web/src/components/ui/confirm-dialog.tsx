import { AlertDialog } from 'radix-ui';
import { buttonStyle } from './button.tsx';
import { useReturnFocus } from './use-return-focus.ts';

type Props = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  text: string;
  cancelLabel: string;
  confirmLabel: string;
  onConfirm: () => void;
};

/** Asks for confirmation before something is lost. The safe choice comes first and has the focus. */
export function ConfirmDialog(props: Props) {
  const returnFocus = useReturnFocus();
  return (
    <AlertDialog.Root open={props.isOpen} onOpenChange={props.onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="scrim" />
        <AlertDialog.Content className="dialog" {...returnFocus}>
          <AlertDialog.Title className="card-title text-ink">{props.title}</AlertDialog.Title>
          <AlertDialog.Description>{props.text}</AlertDialog.Description>
          <div className="dialog-actions mt-3.5">
            <AlertDialog.Cancel className={buttonStyle({ variant: 'secondary' })}>
              {props.cancelLabel}
            </AlertDialog.Cancel>
            <AlertDialog.Action className={buttonStyle({ variant: 'danger' })} onClick={props.onConfirm}>
              {props.confirmLabel}
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
