import type { ClaimsConfig } from '@gossamer/contracts/session';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../i18n/format.ts';
import { formatCompact } from '../../../i18n/format-compact.ts';
import { splitAtPart } from '../../../i18n/split-at-part.ts';
import { pageSession } from '../../../lib/session.ts';
import { useInBrowser } from '../../../lib/use-in-browser.ts';
import { maxRating } from '../../../marketing-claims.ts';

const noClaims: ClaimsConfig = {};
const readClaims = () => pageSession?.claims ?? noClaims;

/** Shows the rating and the number of users that the operator has configured, if any. */
export function Trust() {
  const { t } = useTranslation('landing');
  // The page is prerendered without claims. Until hydration, the server's `data-claims` attribute reserves space for
  // them.
  const claims = useInBrowser(readClaims);
  if (!claims) return <p aria-hidden className="min-h-[2lh] w-full text-small without-claims:hidden" />;
  const { rating, userCount } = claims;
  if (!rating && !userCount) return null;
  return (
    <p className="min-h-[2lh] w-full text-small">
      {rating && <Rating {...rating} />}{' '}
      {userCount && (
        <span className="block">
          {t('hero.users', { count: userCount, users: formatCompact(userCount) })}
        </span>
      )}
    </p>
  );
}

function Rating({ score, userCount }: { score: number; userCount: number }) {
  const { t } = useTranslation('landing');
  const [before, after] = splitAtPart((part) =>
    t('hero.rating', { score: part, count: userCount, users: formatCount(userCount) }),
  );
  return (
    <>
      {before}
      <b className="font-[560]">
        {t('hero.score', { rating: formatCount(score), max: formatCount(maxRating) })}
      </b>
      {after}
    </>
  );
}
