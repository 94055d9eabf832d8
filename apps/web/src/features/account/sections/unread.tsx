import { Button } from '../../../components/ui/button.tsx';

type Props = { text: string; retryLabel: string; isBusy?: boolean; onRetry: () => void };

/** Error message for content that could not be loaded, with a button to retry. */
export function Unread({ text, retryLabel, isBusy = false, onRetry }: Props) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-small">
      {text}
      <Button size="small" isBusy={isBusy} disabled={isBusy} onClick={onRetry}>
        {retryLabel}
      </Button>
    </div>
  );
}
