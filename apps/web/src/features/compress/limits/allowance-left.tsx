import { useTranslation } from 'react-i18next';
import { useStats } from '../../../lib/stats.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';
import { allowanceOf } from './allowance-of.ts';
import { LimitNotice } from './limit-notice.tsx';

/** Says the limit before it is hit, and what then. */
export function AllowanceLeft() {
  const { t } = useTranslation('compress');
  const { reachedLimit } = useUploadQueue().state;
  const allowance = allowanceOf(useStats().data, reachedLimit);
  switch (allowance.name) {
    case 'plenty':
      return null;
    case 'scarce':
      return (
        <p role="status" className="px-1 text-small tabular-nums" data-testid="allowance">
          {t('limit.left', { left: allowance.left, limit: allowance.limit })}
        </p>
      );
    case 'usedUp':
      return <LimitNotice failure={allowance.failure} />;
  }
}
