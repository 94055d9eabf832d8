import { accountLimits } from '@gossamer/contracts/accounts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from './password-field.tsx';
import { StrengthMeter } from './strength-meter.tsx';
import type { FieldProps } from './text-field.tsx';

/** Field for a new password. Shows an estimate of the password's strength. */
export function NewPasswordField({ password, ...props }: FieldProps & { password: string }) {
  const { t } = useTranslation('account');
  const hintId = useId();
  const { minPasswordChars } = accountLimits;
  return (
    <PasswordField
      autoComplete="new-password"
      placeholder={t('fields.passwordPlaceholder', { minPasswordChars })}
      hint={{ id: hintId, element: <StrengthMeter id={hintId} password={password} /> }}
      {...props}
    />
  );
}
