import { useTranslation } from 'react-i18next';
import { formatCompact, formatCount } from '../../../i18n/format.ts';
import { splitAtPart } from '../../../i18n/split-at-part.ts';
import { marketingClaims, maxRating } from '../../../marketing-claims.ts';

const { rating, ratingUsers, users } = marketingClaims;

/** Shows the user rating of the service. */
export function Trust() {
  const { t } = useTranslation('landing');
  const score = t('hero.score', { rating: formatCount(rating), max: formatCount(maxRating) });
  const [before, after] = splitAtPart((part) =>
    t('hero.rating', { score: part, count: ratingUsers, users: formatCount(ratingUsers) }),
  );
  return (
    <p className="text-small">
      {before}
      <b className="font-[560]">{score}</b>
      {after} <span className="block">{t('hero.users', { count: users, users: formatCompact(users) })}</span>
    </p>
  );
}
