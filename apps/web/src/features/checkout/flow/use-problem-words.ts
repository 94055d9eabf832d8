import { useTranslation } from 'react-i18next';
import type { SetupProblem } from './read-setup.ts';

/** Returns a function that returns the title and text of a checkout problem in the current language. */
export function useProblemWords(): (problem: SetupProblem) => { title: string; text: string } {
  const { t } = useTranslation(['checkout', 'errors']);
  return (problem) =>
    problem === 'paymentDue'
      ? { title: t('checkout:problems.submit.title'), text: t('errors:payment_due') }
      : { title: t(`checkout:problems.${problem}.title`), text: t(`checkout:problems.${problem}.text`) };
}
