import type { ComponentProps, ReactNode } from 'react';

type Props = Omit<ComponentProps<'section'>, 'aria-label'> & { label: string };

/** Panel that is displayed as a card over the image, or below the image on phones. */
export function Panel({ label, className = '', ...rest }: Props) {
  return (
    <section
      aria-label={label}
      className={`pointer-events-auto grid gap-3 overflow-y-auto overscroll-contain text-small max-md:max-h-[42dvh] max-md:w-full max-md:border-t max-md:border-line max-md:bg-surface max-md:px-4 max-md:pt-3.5 max-md:pb-[max(0.875rem,env(safe-area-inset-bottom))] md:max-h-[calc(100dvh-56px-5rem)] md:rounded-[14px] md:bg-raised md:px-4.5 md:pt-4 md:pb-4.5 md:shadow-pop ${className}`}
      {...rest}
    />
  );
}

/** Shows a file size in large type, followed by details. */
export function Figure({ children }: { children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 text-3xl/[1.1] font-display tracking-title text-ink tabular-nums">
      {children}
    </p>
  );
}
