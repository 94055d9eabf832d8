import type { Delivery } from '@gossamer/contracts/webhooks';
import { Check, CircleAlert, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../../../i18n/format-time.ts';
import { answerOf, nextAttemptOf } from '../deliveries/answer-of.ts';
import { useAnswerWords } from '../deliveries/use-answer-words.ts';

type Props = { delivery: Delivery | undefined; isWaiting: boolean };

/** Shows the outcome of a webhook's test event. */
export function TestOutcome({ delivery, isWaiting }: Props) {
  return (
    <div role="status" className="empty:hidden">
      {delivery && <Outcome delivery={delivery} isWaiting={isWaiting} />}
    </div>
  );
}

function Outcome({ delivery, isWaiting }: { delivery: Delivery; isWaiting: boolean }) {
  const { t } = useTranslation('webhooks');
  const say = useAnswerWords();
  const { status, lastStatus, lastFault } = delivery;
  const hasAnswer = answerOf({ status: lastStatus, fault: lastFault }) !== undefined;
  const next = nextAttemptOf(delivery);
  const looks = {
    delivered: { text: t('test.delivered'), icon: <Check aria-hidden size={16} className="text-accent" /> },
    failed: {
      text: t('test.notDelivered'),
      icon: <CircleAlert aria-hidden size={16} className="text-danger" />,
    },
    pending: {
      text: t(isWaiting && !hasAnswer ? 'test.waiting' : 'test.notYet'),
      icon: <Clock aria-hidden size={16} />,
    },
  }[status];
  return (
    <div className="flex gap-2 text-small *:[svg]:mt-0.5" data-testid="test-outcome" data-status={status}>
      {looks.icon}
      <div className="grid gap-0.5">
        <p className="font-medium text-ink">{looks.text}</p>
        {hasAnswer && <p>{say(delivery)}</p>}
        {next && <p>{t('deliveries.next', { when: formatDateTime(next) })}</p>}
      </div>
    </div>
  );
}
