import type { Delivery } from '@gossamer/contracts/webhooks';
import { useTranslation } from 'react-i18next';
import { answerOf } from './answer-of.ts';

type Tried = Pick<Delivery, 'status' | 'lastStatus' | 'lastFault'>;

/** Returns a function that describes the outcome of the last attempt of a webhook delivery. */
export function useAnswerWords(): (delivery: Tried) => string {
  const { t } = useTranslation('webhooks');
  return ({ status, lastStatus, lastFault }) => {
    const answer = answerOf({ status: lastStatus, fault: lastFault });
    if (answer === undefined) return t(status === 'pending' ? 'answers.notYet' : 'answers.never');
    return t(`answers.${answer.name}`, { status: answer.status });
  };
}
