import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useReturnFocus } from './use-return-focus.ts';

/** Class names of the overlay that dims the page. */
export const scrimStyle = 'fixed inset-0 z-40 animate-appear bg-scrim';

/** Class names of a dialog, excluding its maximum width. */
export const dialogStyle =
  'fixed inset-0 z-41 m-auto grid h-fit max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] animate-appear gap-2 overflow-y-auto rounded-panel bg-raised px-6 pt-5.5 pb-5 shadow-pop';

/** Overlay and content of a confirmation dialog. */
export function QuestionCard({ title, children }: { title: string; children: ReactNode }) {
  const returnFocus = useReturnFocus();
  return (
    <AlertDialog.Portal>
      <AlertDialog.Overlay className={scrimStyle} />
      <AlertDialog.Content className={`max-w-104 ${dialogStyle}`} {...returnFocus}>
        <AlertDialog.Title className="card-title text-ink">{title}</AlertDialog.Title>
        {children}
      </AlertDialog.Content>
    </AlertDialog.Portal>
  );
}

/** Buttons at the end of a dialog. The safe action comes first. */
export function DialogActions({ className = '', children }: { className?: string; children: ReactNode }) {
  return <div className={`flex flex-wrap justify-end gap-2 max-md:*:flex-auto ${className}`}>{children}</div>;
}
