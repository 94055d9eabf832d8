import { type ComponentProps, useId } from 'react';
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { FieldProblem } from './field-problem.tsx';
import { LabeledInput, type LabeledInputProps } from './labeled-input.tsx';
import { problemText } from './problem-text.ts';

export type FieldProps = Omit<LabeledInputProps, 'problem'> & {
  registration: UseFormRegisterReturn;
  error: FieldError | undefined;
};

/** Single-line form field. Its error message comes from the schema or the server. */
export function TextField({ registration, error, ...props }: FieldProps) {
  const problem = error && problemText(registration.name, error, props.maxLength);
  return <LabeledInput {...props} problem={problem} {...registration} />;
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id'> & {
  label: string;
  registration: UseFormRegisterReturn;
  error: FieldError | undefined;
};

/** Multi-line form field. Its error message comes from the schema or the server. */
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
      {error && (
        <FieldProblem id={problemId}>
          {problemText(registration.name, error, textarea.maxLength)}
        </FieldProblem>
      )}
    </div>
  );
}
