import type { SessionUser } from '@gossamer/contracts/session-user';
import { useTranslation } from 'react-i18next';
import { paths } from '../paths.ts';

export type NavTarget = { to: string; label: string };

/** Returns the main navigation links. Only members see the history link. */
export function useNavLinks(user: SessionUser | null): NavTarget[] {
  const { t } = useTranslation();
  return [
    { to: paths.compress, label: t('nav.compress') },
    ...(user ? [{ to: paths.history, label: t('nav.history') }] : []),
    { to: paths.pricing, label: t('nav.pricing') },
  ];
}
