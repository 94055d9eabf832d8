import { CircleAlert } from 'lucide-react';
import type { ReactNode, SubmitEventHandler } from 'react';

/** Why the last try failed, and what closes the toast that says so. */
export type FormFailure = { title: string; text: string; closeToast: () => void };

type Props = {
  onSubmit: SubmitEventHandler;
  /** Shown below the fields until the next try. */
  failure: FormFailure | undefined;
  className?: string;
  children: ReactNode;
};

/** Our own rules say what is wrong. Sent before the code is there, it must not write a password into the address. */
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
