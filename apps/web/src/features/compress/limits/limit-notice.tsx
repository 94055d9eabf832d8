import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { failureText } from '../../../i18n/failure-text.ts';
import { formatTime, formatTimeLeft } from '../../../i18n/format-time.ts';
import type { Failure } from '../../../lib/api-failure.ts';
import { limitsByPlan } from '../../../lib/plan-limits.ts';
import { useSession } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';

/** The button to resend the confirmation email is lazy-loaded with the texts of the account page. */
const ConfirmationButton = lazyPart(
  () => import('../../../form/confirmation-button.tsx'),
  ({ ConfirmationButton }) => ConfirmationButton,
  'account',
);

/** Shows which limit was reached, when it resets, and how to continue immediately. */
export function LimitNotice({ failure }: { failure: Failure }) {
  const { t } = useTranslation('compress');
  const user = useSession();
  const { items } = useUploadQueue().state;
  const nowMs = useNow();
  const resetsAt = new Date(failure.details?.resetsAt ?? Number.NaN);
  const leftMs = resetsAt.getTime() - nowMs;
  // Hide the notice once the limit has been reset.
  if (leftMs <= 0) return null;
  const waiting = items.filter(({ step }) => step.name === 'idle').length;
  return (
    <div
      role="alert"
      data-testid="limit-notice"
      className="card flex flex-wrap items-center justify-between gap-x-6 gap-y-3.5 px-5 py-4"
    >
      <div className="grid min-w-0 flex-[1_1_20rem] gap-1">
        <b>{failureText(failure)}</b>
        {leftMs > 0 && (
          <p className="text-small">
            {t('limit.resets', { when: formatTimeLeft(leftMs), time: formatTime(resetsAt) })}
          </p>
        )}
        {waiting > 0 && <p className="text-small">{t('limit.waiting', { count: waiting })}</p>}
      </div>
      {failure.reason === 'unconfirmed_limit_reached' && user && (
        <ConfirmationButton email={user.email} size="small" />
      )}
      {failure.reason !== 'unconfirmed_limit_reached' && !user?.isPremium && (
        <div className="grid justify-items-start gap-2">
          <p className="text-small">
            {user ? t('limit.pro') : t('limit.account', { limit: limitsByPlan.free.dailyCompressions })}
          </p>
          <Link
            to={user ? paths.checkout : paths.signup}
            className={buttonStyle({ variant: 'secondary', size: 'small' })}
          >
            {user ? t('upsell.proAction') : t('upsell.accountAction')}
          </Link>
        </div>
      )}
    </div>
  );
}
