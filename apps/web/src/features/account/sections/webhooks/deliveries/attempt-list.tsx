import type { DeliveryDetail } from '@gossamer/contracts/webhooks';
import { useTranslation } from 'react-i18next';
import { formatElapsed, formatMoment } from '../../../../../i18n/format-moment.ts';
import { answerOf } from './answer-of.ts';

type Attempt = DeliveryDetail['attempts'][number];

/** Lists the attempts of a webhook delivery with their time, duration and response. */
export function AttemptList({ attempts }: { attempts: readonly Attempt[] }) {
  const { t } = useTranslation('webhooks');
  return (
    <div className="grid gap-1.5">
      <h4 className="text-small font-medium text-ink">{t('detail.attempts')}</h4>
      {attempts.length === 0 ? (
        <p className="text-small">{t('detail.noAttempts')}</p>
      ) : (
        <ol className="grid gap-2.5">
          {attempts.map((attempt) => (
            <AttemptItem key={attempt.startedAt} attempt={attempt} />
          ))}
        </ol>
      )}
    </div>
  );
}

function AttemptItem({ attempt }: { attempt: Attempt }) {
  const { t } = useTranslation('webhooks');
  const { startedAt, durationMs, responseExcerpt } = attempt;
  const answer = answerOf(attempt);
  return (
    <li className="grid gap-1 text-small">
      <p className="flex flex-wrap gap-x-3 tabular-nums">
        <time dateTime={startedAt}>{formatMoment(new Date(startedAt))}</time>
        {answer && (
          <span className={attempt.fault === null ? 'text-ink' : 'text-danger'}>
            {t(`answers.${answer.name}`, { status: answer.status })}
          </span>
        )}
        <span>{t('detail.took', { duration: formatElapsed(durationMs) })}</span>
      </p>
      {responseExcerpt === '' && <p className="caption">{t('detail.noBody')}</p>}
      {responseExcerpt && (
        <code
          dir="auto"
          className="block rounded-[6px] bg-sunken px-2.5 py-1.5 text-[0.75rem]/[1.5] wrap-anywhere whitespace-pre-wrap"
          data-testid="response-excerpt"
        >
          {responseExcerpt}
        </code>
      )}
    </li>
  );
}
