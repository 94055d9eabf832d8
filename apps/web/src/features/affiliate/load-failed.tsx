import { Button } from '../../components/ui/button.tsx';
import { failureText } from '../../i18n/failure-text.ts';
import { toFailure } from '../../lib/api-failure.ts';

type Props = { title: string; retryLabel: string; error: unknown; isBusy: boolean; onRetry: () => void };

/** Error message that explains why content could not be loaded, with a retry button. */
export function LoadFailed({ title, retryLabel, error, isBusy, onRetry }: Props) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 p-5">
      <div>
        <h2 className="card-title">{title}</h2>
        <p className="mt-0.5 text-small">{failureText(toFailure(error))}</p>
      </div>
      <Button onClick={onRetry} isBusy={isBusy} disabled={isBusy}>
        {retryLabel}
      </Button>
    </div>
  );
}
