import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from './text-field.tsx';

type Props = Pick<ComponentProps<typeof TextField>, 'registration' | 'error'>;

/** Email field. Its text direction is left-to-right, even in RTL languages. */
export function EmailField(field: Props) {
  const { t } = useTranslation('account');
  return (
    <TextField
      label={t('fields.email')}
      type="email"
      dir="ltr"
      autoComplete="email"
      placeholder={t('fields.emailPlaceholder')}
      className="rtl:text-end"
      {...field}
    />
  );
}
