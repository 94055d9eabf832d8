import { accountLimits } from '@gossamer/contracts/accounts';
import { CircleAlert } from 'lucide-react';
import type { FieldError } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Rule } from './rules.ts';

/** What is wrong with a field, below it: a rule of ours, or the server's answer. */
export function FieldProblem({ id, error }: { id: string; error: FieldError | undefined }) {
  const { t } = useTranslation('account');
  if (!error) return null;
  const text =
    error.type === 'server' ? error.message : t(`rules.${error.message as Rule}`, { ...accountLimits });
  return (
    <p id={id} className="field-error">
      <CircleAlert aria-hidden size={16} className="mt-px" />
      {text}
    </p>
  );
}
