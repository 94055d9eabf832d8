import { accountLimits } from '@gossamer/contracts/accounts';
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { LabelledInput, type LabelledInputProps } from './labelled-input.tsx';
import type { Rule } from './rules.ts';

export type FieldProps = Omit<LabelledInputProps, 'problem'> & {
  registration: UseFormRegisterReturn;
  error: FieldError | undefined;
};

/** A field of a form: what is wrong with it is a rule of ours, or the server's answer. */
export function TextField({ registration, error, ...props }: FieldProps) {
  const { t } = useTranslation('account');
  const problem =
    error?.type === 'server'
      ? error.message
      : error && t(`rules.${error.message as Rule}`, { ...accountLimits });
  return <LabelledInput {...props} problem={problem} {...registration} />;
}
