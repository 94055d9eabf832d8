import type { AffiliateDashboard } from '@gossamer/contracts/affiliate';
import { useTranslation } from 'react-i18next';
import { affiliateTerms } from '../../../affiliate-terms.ts';
import { Thread } from '../../../components/ui/thread.tsx';
import { formatCents } from '../../../i18n/format.ts';
import { formatDate } from '../../../i18n/format-day.ts';
import { formatSpan } from '../../../i18n/format-time.ts';
import { splitAtPart } from '../../../i18n/split-at-part.ts';
import { PayoutAddress } from './payout-address.tsx';
import { payoutOutlook } from './payout-outlook.ts';

const amounts = ['due', 'held', 'inPayout', 'paid', 'reversed'] as const;

/** Shows the partner's next payout, email address for payouts, and earnings by status. */
export function PayoutCard({ data }: { data: AffiliateDashboard }) {
  const { t } = useTranslation('affiliate');
  const { earnings, nextPayout, affiliate } = data;
  return (
    <section aria-labelledby="next-payout" className="card grid min-w-0 content-start gap-3.5 p-5">
      <h2 id="next-payout" className="card-title">
        {t('payout.title')}
      </h2>
      <Outlook
        nextPayout={nextPayout}
        dueCents={earnings.dueCents}
        hasAddress={affiliate.payoutEmail !== null}
      />
      <PayoutAddress affiliate={affiliate} dueCents={earnings.dueCents} />
      <dl className="grid gap-2 border-t border-line pt-3.5 text-small" data-testid="affiliate-amounts">
        {amounts.map((name) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4 gap-y-0.5">
            <dt>{t(`payout.${name}`, { holdTime: formatSpan(affiliateTerms.holdMs) })}</dt>
            <dd className="text-ink tabular-nums">{formatCents(earnings[`${name}Cents`])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type OutlookProps = Pick<AffiliateDashboard, 'nextPayout'> & { dueCents: number; hasAddress: boolean };

function Outlook({ nextPayout, dueCents, hasAddress }: OutlookProps) {
  const { t } = useTranslation('affiliate');
  const { kind, amountCents, percent } = payoutOutlook(nextPayout, hasAddress);
  const isBelow = amountCents < nextPayout.minimumCents;
  const minimum = formatCents(nextPayout.minimumCents);
  const amount = formatCents(amountCents);
  const [before, after] = splitAtPart((part) => t('payout.of', { amount: part, minimum }));
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2.5 text-small">
        {isBelow && before && <span>{before}</span>}
        <b className="figure">{amount}</b>
        {isBelow && after && <span>{after}</span>}
      </p>
      <Thread look="kept" percent={percent} isThick />
      <p className="text-small">
        {t(`payout.${kind}`, { date: formatDate(new Date(nextPayout.period)), minimum })}
      </p>
      {dueCents < 0 && (
        <p className="text-small text-ink">{t('payout.negative', { amount: formatCents(-dueCents) })}</p>
      )}
    </>
  );
}
