import type { Delivery, Webhook } from '@gossamer/contracts/webhooks';
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../../../i18n/format-time.ts';
import { nextAttemptOf } from './answer-of.ts';
import { DeliveryDetails } from './delivery-details.tsx';
import { useAnswerWords } from './use-answer-words.ts';

const looks = { pending: '', delivered: 'badge-accent', failed: 'badge-danger' } as const;

type Props = { webhook: Webhook; delivery: Delivery; isOpen: boolean; onToggle: () => void };

/** Row of a delivery. Its status line expands to the details. */
export function DeliveryRow({ webhook, delivery, isOpen, onToggle }: Props) {
  const { t } = useTranslation('webhooks');
  const say = useAnswerWords();
  const id = useId();
  const { type, status, createdAt, attemptCount } = delivery;
  const next = nextAttemptOf(delivery);
  return (
    <li className="delivery" data-status={status}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className="delivery-line"
        onClick={onToggle}
      >
        <span className="grid min-w-0 gap-0.5">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className={`badge ${looks[status]}`}>{t(`deliveries.status.${status}`)}</span>
            <code dir="ltr" className="code-text text-ink">
              {type}
            </code>
          </span>
          <span className="caption flex flex-wrap gap-x-3">
            <span>{say(delivery)}</span>
            {attemptCount > 0 && <span>{t('deliveries.attempts', { count: attemptCount })}</span>}
            {next && <span>{t('deliveries.next', { when: formatDateTime(next) })}</span>}
          </span>
        </span>
        <time dateTime={createdAt} className="delivery-time">
          {formatDateTime(new Date(createdAt))}
        </time>
        <ChevronDown aria-hidden size={16} className={isOpen ? 'rotate-180' : ''} />
      </button>
      {isOpen && (
        <div id={id} className="delivery-details">
          <DeliveryDetails webhook={webhook} delivery={delivery} />
        </div>
      )}
    </li>
  );
}
