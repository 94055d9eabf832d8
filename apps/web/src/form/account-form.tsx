import { CircleAlert } from 'lucide-react';
import type { ReactNode, SubmitEventHandler } from 'react';

/** Why the last attempt failed, with a function that closes the toast about it. */
export type FormFailure = { title: string; text: string; closeToast: () => void };

type Props = {
  onSubmit: SubmitEventHandler;
  /** Shown below the fields until the next attempt. */
  failure: FormFailure | undefined;
  className?: string;
  children: ReactNode;
};

/** Form without native validation. If it is submitted before hydration, POST keeps passwords out of the URL. */
export function AccountForm({ onSubmit, failure, className = '', children }: Props) {
  return (
    <form method="post" noValidate onSubmit={onSubmit} className={`grid gap-4 ${className}`}>
      {children}
      {failure && (
        <p role="alert" className="form-failure">
          <CircleAlert aria-hidden size={18} className="mt-px" />
          <span className="min-w-0 wrap-anywhere">
            <b className="block">{failure.title}</b> {failure.text}
          </span>
        </p>
      )}
    </form>
  );
}
