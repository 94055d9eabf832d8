import { accountLimits } from '@gossamer/contracts/accounts';
import { type ComponentProps, useId } from 'react';
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldProblem } from './field-problem.tsx';
import { LabelledInput, type LabelledInputProps } from './labelled-input.tsx';
import type { Rule } from './rules.ts';

export type FieldProps = Omit<LabelledInputProps, 'problem'> & {
  registration: UseFormRegisterReturn;
  error: FieldError | undefined;
};

/** Field of a form, whose error is a broken rule or comes from the server. */
export function TextField({ registration, error, ...props }: FieldProps) {
  const { t } = useTranslation('account');
  const problem =
    error?.type === 'server'
      ? error.message
      : error && t(`rules.${error.message as Rule}`, { ...accountLimits });
  return <LabelledInput {...props} problem={problem} {...registration} />;
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id'> & {
  label: string;
  registration: UseFormRegisterReturn;
  /** Error from the server. Text areas have no rules of their own. */
  error: FieldError | undefined;
};

/** Multi-line field of a form. */
export function TextAreaField({ label, registration, error, ...textarea }: TextAreaProps) {
  const id = useId();
  const problemId = `${id}-problem`;
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <textarea
        id={id}
        rows={4}
        dir="auto"
        aria-invalid={error !== undefined}
        aria-describedby={error && problemId}
        className="input resize-y"
        {...textarea}
        {...registration}
      />
      {error && <FieldProblem id={problemId}>{error.message}</FieldProblem>}
    </div>
  );
}
