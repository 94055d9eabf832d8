import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { usePlanLimits } from '../../../lib/plan-limits.ts';
import { useSession } from '../../../lib/session.ts';

/** Shows the limits of the user's plan, with a sign-up link for visitors. */
export function Subtitle() {
  const { t } = useTranslation('compress');
  const user = useSession();
  const { dailyCompressions: limit, maxMegabytes, maxBatchFiles: maxFiles } = usePlanLimits();
  if (limit === null) {
    return <p className="mt-1.5">{t('subtitlePro', { maxMegabytes, maxFiles })}</p>;
  }
  if (user) return <p className="mt-1.5">{t('subtitleMember', { limit })}</p>;
  return (
    <p className="mt-1.5 flex flex-wrap gap-x-2">
      {t('subtitle', { limit })}
      <Link to={paths.signup} className="link">
        {t('subtitleSignUp')}
      </Link>
    </p>
  );
}
