import { type ComponentProps, type ReactNode, useId } from 'react';
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { FieldProblem } from './field-problem.tsx';

export type FieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  label: string;
  registration: UseFormRegisterReturn;
  error: FieldError | undefined;
  /** At the end of the label's line. */
  aside?: ReactNode;
  /** Laid over the end of the input. */
  inset?: ReactNode;
  /** Below the input. */
  hint?: { id: string; element: ReactNode } | undefined;
};

/** A labelled input of a form, with what is wrong with it. */
export function TextField({
  label,
  registration,
  error,
  aside,
  inset,
  hint,
  className = '',
  ...input
}: FieldProps) {
  const id = useId();
  const problemId = `${id}-problem`;
  const describedBy = [error && problemId, hint?.id].filter(Boolean).join(' ');
  return (
    <div className="field">
      <span className="field-label">
        <label htmlFor={id}>{label}</label>
        {aside}
      </span>
      <div className="relative">
        <input
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy || undefined}
          className={`input ${className}`}
          {...input}
          {...registration}
        />
        {inset}
      </div>
      {hint?.element}
      <FieldProblem id={problemId} error={error} />
    </div>
  );
}
