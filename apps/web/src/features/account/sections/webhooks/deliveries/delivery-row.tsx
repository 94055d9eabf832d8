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

/** List item of a webhook delivery. Its status line expands to show details. */
export function DeliveryRow({ webhook, delivery, isOpen, onToggle }: Props) {
  const { t } = useTranslation('webhooks');
  const say = useAnswerWords();
  const id = useId();
  const { type, status, createdAt, attemptCount } = delivery;
  const next = nextAttemptOf(delivery);
  return (
    <li data-status={status}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className="grid w-full cursor-pointer grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 gap-y-1 rounded-control px-3 py-2.5 text-start text-small hover:bg-hover max-wide:grid-cols-[minmax(0,1fr)_auto]"
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
        <time dateTime={createdAt} className="text-caption text-ink-3 tabular-nums max-wide:row-start-2">
          {formatDateTime(new Date(createdAt))}
        </time>
        <ChevronDown aria-hidden size={16} className={isOpen ? 'rotate-180' : ''} />
      </button>
      {isOpen && (
        <div id={id} className="grid grid-cols-1 gap-4 px-3 pt-2 pb-3.5">
          <DeliveryDetails webhook={webhook} delivery={delivery} />
        </div>
      )}
    </li>
  );
}
