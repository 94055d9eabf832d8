import type { ReactNode, SubmitEventHandler } from 'react';

type Props = { onSubmit: SubmitEventHandler; className?: string; children: ReactNode };

/** Our own rules say what is wrong. Sent before the code is there, it must not write a password into the address. */
export function AccountForm({ onSubmit, className = '', children }: Props) {
  return (
    <form method="post" noValidate onSubmit={onSubmit} className={`grid gap-4 ${className}`}>
      {children}
    </form>
  );
}
