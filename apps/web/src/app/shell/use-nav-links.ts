import { useTranslation } from 'react-i18next';
import { paths } from '../paths.ts';

export type NavTarget = { to: string; label: string };

/** The entries of the main navigation. */
export function useNavLinks(): NavTarget[] {
  const { t } = useTranslation();
  return [{ to: paths.compress, label: t('nav.compress') }];
}
