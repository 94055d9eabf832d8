import { useTranslation } from 'react-i18next';
import { useUploadQueue } from '../uploads/uploads-context.tsx';
import { LimitNotice } from './limit-notice.tsx';
import { useAllowance } from './use-allowance.ts';

/** Shows the number of compressions remaining today if the number is low, or the limit notice if none remain. */
export function AllowanceLeft() {
  const { t } = useTranslation('compress');
  const { items } = useUploadQueue().state;
  const pending = items.filter(({ step }) => step.name === 'idle').length;
  const allowance = useAllowance();
  switch (allowance.name) {
    case 'plenty':
      return null;
    case 'scarce':
      return (
        <p role="status" className="px-1 text-small tabular-nums" data-testid="allowance">
          {t('limit.left', { left: allowance.left, limit: allowance.limit })}
          {pending > allowance.left && <> · {t('limit.room', { left: allowance.left, pending })}</>}
        </p>
      );
    case 'usedUp':
      return <LimitNotice failure={allowance.failure} />;
  }
}
