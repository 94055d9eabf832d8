import { Check, LoaderCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatTimeLeft } from '../../i18n/format-time.ts';
import type { ListedCompression } from '../../lib/compressions.ts';
import type { RowState } from './row-state.ts';

type Props = { row: Pick<ListedCompression, 'expiresAt'>; state: RowState };

const badgeClass: Record<RowState, string> = {
  completed: 'max-wide:hidden',
  failed: 'badge-danger',
  processing: 'bg-sunken shadow-none',
  expired: 'bg-sunken shadow-none',
  other: 'bg-sunken shadow-none',
};

/** Shows the state of a compression, and when its result expired. */
export function Status({ row: { expiresAt }, state }: Props) {
  const { t } = useTranslation('history');
  return (
    <>
      <span className={`badge gap-1.5 ${badgeClass[state]}`}>
        {state === 'completed' && <Check aria-hidden size={13} className="text-accent" />}
        {state === 'processing' && <LoaderCircle aria-hidden size={13} className="animate-spin" />}
        {t(`status.${state}`)}
      </span>{' '}
      {state === 'expired' && expiresAt !== undefined && (
        <time dateTime={expiresAt} className="caption whitespace-nowrap wide:mt-0.75 wide:block">
          {formatDateTime(new Date(expiresAt))}
        </time>
      )}
    </>
  );
}

/** Shows when the result of a compression expires. */
export function TimeLeft({ row: { expiresAt }, nowMs }: { row: Props['row']; nowMs: number }) {
  const { t } = useTranslation('history');
  if (expiresAt === undefined) return null;
  return (
    <time dateTime={expiresAt} className="caption block wide:whitespace-nowrap">
      {t('expires', { when: formatTimeLeft(Date.parse(expiresAt) - nowMs) })}
    </time>
  );
}
