import { Check, LoaderCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatTimeLeft } from '../../i18n/format-time.ts';
import type { ListedCompression } from '../../lib/compressions.ts';
import type { RowState } from './row-state.ts';

type Props = { row: Pick<ListedCompression, 'expiresAt'>; state: RowState; nowMs: number };

/** Shows the state of a row, and when its result expires or expired. */
export function Status({ row: { expiresAt }, state, nowMs }: Props) {
  const { t } = useTranslation('history');
  return (
    <>
      <span className="badge history-badge">
        {state === 'completed' && <Check aria-hidden size={13} className="text-accent" />}
        {state === 'processing' && <LoaderCircle aria-hidden size={13} className="spin" />}
        {t(`status.${state}`)}
      </span>{' '}
      {expiresAt !== undefined && (state === 'completed' || state === 'expired') && (
        <time dateTime={expiresAt} className="caption block">
          {state === 'expired'
            ? formatDateTime(new Date(expiresAt))
            : t('expires', { when: formatTimeLeft(Date.parse(expiresAt) - nowMs) })}
        </time>
      )}
    </>
  );
}
