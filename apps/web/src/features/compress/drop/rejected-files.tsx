import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { formatBytes } from '../../../i18n/format.ts';
import { limitsByPlan, usePlanLimits } from '../../../lib/plan-limits.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';
import type { Rejection } from './sort-files.ts';

/** Lists the rejected files and the reasons. Renders nothing if no file was rejected. */
export function RejectedFiles() {
  const { t } = useTranslation('compress');
  const { state, dispatch } = useUploadQueue();
  const { plan, maxMegabytes, maxBatchFiles } = usePlanLimits();
  const { rejections } = state;
  if (rejections.length === 0) return null;
  return (
    <div role="alert" className="card grid gap-1.5 py-3 ps-5 pe-3">
      <div className="flex items-center justify-between gap-3">
        <b className="text-danger">{t('rejected.title', { count: rejections.length })}</b>
        <IconButton
          label={t('rejected.dismiss')}
          onClick={() => dispatch({ type: 'rejected', rejections: [] })}
        >
          <X aria-hidden size={17} />
        </IconButton>
      </div>
      <ul className="grid max-h-48 gap-1 overflow-y-auto pb-1 text-small">
        {rejections.map(({ name, sizeBytes, reason }, index) => (
          <li key={index} className="flex flex-wrap gap-x-2">
            <bdi className="max-w-full truncate font-medium text-ink" title={name}>
              {name}
            </bdi>
            <span>
              {t(`rejected.${reason}`, {
                size: formatBytes(sizeBytes),
                maxMegabytes,
                maxFiles: maxBatchFiles,
              })}
            </span>
          </li>
        ))}
      </ul>
      {rejections.some(wouldFitPro) && plan !== 'pro' && <ProHint />}
    </div>
  );
}

/** Returns whether a file was rejected because of a limit that is higher on the Pro plan. */
const wouldFitPro = ({ reason, sizeBytes }: Rejection) =>
  reason === 'tooMany' || (reason === 'tooLarge' && sizeBytes <= limitsByPlan.pro.maxFileBytes);

/** States the limits of the Pro plan. Shown when a file exceeds a limit of the Free plan. */
function ProHint() {
  const { t } = useTranslation('compress');
  const { maxMegabytes, maxBatchFiles } = limitsByPlan.pro;
  return (
    <p className="pb-1 text-small">
      {t('upsell.pro')}: {t('upsell.proText', { maxMegabytes, maxFiles: maxBatchFiles })}{' '}
      <Link to={paths.checkout} className="link">
        {t('upsell.proAction')}
      </Link>
    </p>
  );
}
