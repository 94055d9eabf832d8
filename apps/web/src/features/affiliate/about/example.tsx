import { useTranslation } from 'react-i18next';
import { affiliateTerms } from '../../../affiliate-terms.ts';
import { ThreadFan } from '../../../components/thread-fan.tsx';
import { formatCount, formatUsd } from '../../../i18n/format.ts';
import { termsInWords } from '../terms-in-words.ts';

/** Number of referred members in the example. The drawing shows one thread for each member. */
const members = 20;

/** Shows example monthly earnings: the number of referred members times the commission. */
export function Example() {
  const { t } = useTranslation('affiliate');
  const total = formatUsd((members * affiliateTerms.monthlyCommissionCents) / 100);
  return (
    <div className="card relative isolate mt-5 grid min-h-30 items-center overflow-hidden p-5 ps-56 max-md:ps-5 max-md:pt-26">
      <ThreadFan
        className="inset-y-0 start-0 h-full w-52 max-md:bottom-auto max-md:h-24 max-md:w-full"
        width={200}
        height={120}
        count={members}
        meetX={150}
        meetY={60}
      />
      <div>
        <h2 className="card-title">{t('example.title', { members: formatCount(members), total })}</h2>
        <p className="mt-0.5 text-small">{t('example.text', termsInWords())}</p>
      </div>
    </div>
  );
}
