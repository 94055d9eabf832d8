import { Check, LoaderCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatTimeLeft } from '../../i18n/format-time.ts';
import type { ListedCompression } from '../../lib/compressions.ts';
import type { RowState } from './row-state.ts';

type Props = { row: Pick<ListedCompression, 'expiresAt'>; state: RowState; nowMs: number };

const badgeClass: Record<RowState, string> = {
  completed: 'max-md:hidden',
  failed: 'badge-danger',
  processing: 'bg-sunken shadow-none',
  expired: 'bg-sunken shadow-none',
  other: 'bg-sunken shadow-none',
};

/** Shows the state of a compression, and when its result expires or has expired. */
export function Status({ row: { expiresAt }, state, nowMs }: Props) {
  const { t } = useTranslation('history');
  return (
    <>
      <span className={`badge gap-1.5 ${badgeClass[state]}`}>
        {state === 'completed' && <Check aria-hidden size={13} className="text-accent" />}
        {state === 'processing' && <LoaderCircle aria-hidden size={13} className="animate-spin" />}
        {t(`status.${state}`)}
      </span>{' '}
      {expiresAt !== undefined && (state === 'completed' || state === 'expired') && (
        <time
          dateTime={expiresAt}
          className="caption mt-0.75 block whitespace-nowrap md:max-wide:whitespace-normal"
        >
          {state === 'expired'
            ? formatDateTime(new Date(expiresAt))
            : t('expires', { when: formatTimeLeft(Date.parse(expiresAt) - nowMs) })}
        </time>
      )}
    </>
  );
}
