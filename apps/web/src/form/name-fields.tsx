import { useTranslation } from 'react-i18next';
import { type FieldProps, TextField } from './text-field.tsx';

type Bound = Pick<FieldProps, 'registration' | 'error'>;

/** First and last name, side by side. */
export function NameFields({ first, last }: { first: Bound; last: Bound }) {
  const { t } = useTranslation('account');
  return (
    <div className="grid grid-cols-2 gap-3">
      <TextField label={t('fields.firstName')} autoComplete="given-name" dir="auto" {...first} />
      <TextField label={t('fields.lastName')} autoComplete="family-name" dir="auto" {...last} />
    </div>
  );
}
