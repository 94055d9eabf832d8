import { CircleAlert } from 'lucide-react';
import type { ReactNode, SubmitEventHandler } from 'react';

/** Error message for the last failed attempt, with a function that closes its toast. */
export type FormFailure = { title: string; text: string; closeToast: () => void };

type Props = {
  onSubmit: SubmitEventHandler;
  /** Error from the last attempt. It is shown below the fields until the form is submitted again. */
  failure: FormFailure | undefined;
  className?: string;
  children: ReactNode;
};

/**
 * Form without native validation. It uses POST, so that submitting it before hydration does not put passwords into the
 * URL.
 */
export function AccountForm({ onSubmit, failure, className = '', children }: Props) {
  return (
    <form method="post" noValidate onSubmit={onSubmit} className={`grid gap-4 ${className}`}>
      {children}
      {failure && (
        <p
          role="alert"
          className="flex items-start gap-2.5 rounded-control bg-danger-soft px-3.5 py-3 text-small text-ink"
        >
          <CircleAlert aria-hidden size={18} className="mt-px text-danger" />
          <span className="min-w-0 wrap-anywhere">
            <b className="block text-danger">{failure.title}</b> {failure.text}
          </span>
        </p>
      )}
    </form>
  );
}
