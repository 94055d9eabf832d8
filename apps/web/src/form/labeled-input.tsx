import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldProblem } from './field-problem.tsx';

export type LabeledInputProps = Omit<ComponentProps<'input'>, 'id'> & {
  label: string;
  /** Error message shown below the input. */
  problem?: string | undefined;
  /** Element next to the label, at the end of the line. */
  aside?: ReactNode;
  /** Element inside the input, at its end. */
  inset?: ReactNode;
  /** Hint shown below the input. */
  hint?: { id: string; element: ReactNode } | undefined;
};

/** Input with a label above and an error message below. */
export function LabeledInput(props: LabeledInputProps) {
  const { label, problem, aside, inset, hint, className = '', ...input } = props;
  const id = useId();
  const problemId = `${id}-problem`;
  const describedBy = [problem && problemId, hint?.id].filter(Boolean).join(' ');
  return (
    <div className="field">
      <span className="field-label">
        <label htmlFor={id}>{label}</label>
        {aside}
      </span>
      <div className="relative">
        <input
          id={id}
          aria-invalid={problem !== undefined}
          aria-describedby={describedBy || undefined}
          className={`input ${className}`}
          {...input}
        />
        {inset}
      </div>
      {hint?.element}
      {problem && <FieldProblem id={problemId}>{problem}</FieldProblem>}
    </div>
  );
}
