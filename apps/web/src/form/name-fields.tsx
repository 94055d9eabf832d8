import { useTranslation } from 'react-i18next';
import { type FieldProps, TextField } from './text-field.tsx';

type Bound = Pick<FieldProps, 'registration' | 'error'>;

/** Fields for the first and last name, side by side in the usual order of the current language. */
export function NameFields({ first, last }: { first: Bound; last: Bound }) {
  const { t } = useTranslation(['account', 'common']);
  const isLastFirst = t('common:accountMenu.name', { firstName: '1', lastName: '2' }).startsWith('2');
  const fields = [
    <TextField key="first" label={t('fields.firstName')} autoComplete="given-name" dir="auto" {...first} />,
    <TextField key="last" label={t('fields.lastName')} autoComplete="family-name" dir="auto" {...last} />,
  ];
  return <div className="grid grid-cols-2 gap-3">{isLastFirst ? fields.toReversed() : fields}</div>;
}
