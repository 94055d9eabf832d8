import type { AffiliateDashboard, AffiliatePayout } from '@gossamer/contracts/affiliate';
import { useTranslation } from 'react-i18next';
import { formatCents } from '../../../i18n/format.ts';
import { formatDate, formatDay, formatDayOfYear } from '../../../i18n/format-day.ts';
import { MoneyCell, MoneyRow, MoneyTable } from '../money-table.tsx';

const looks = { open: '', sent: '', paid: 'badge-accent', failed: 'badge-danger' } as const;

type Props = Pick<AffiliateDashboard, 'payouts' | 'nextPayout'> & { hasAddress: boolean };

/** Lists the partner's payouts, newest first. */
export function PayoutsCard({ payouts, nextPayout, hasAddress }: Props) {
  const { t } = useTranslation('affiliate');
  return (
    <section aria-labelledby="payouts" className="card min-w-0 overflow-hidden">
      <h2 id="payouts" className="card-title px-5 pt-4 pb-3">
        {t('payouts.title')}
      </h2>
      {payouts.length === 0 ? (
        <NoPayouts nextPayout={nextPayout} hasAddress={hasAddress} />
      ) : (
        <div className="border-t border-line">
          <MoneyTable
            headings={[
              { column: 'date', text: t('payouts.columns.date') },
              { column: 'address', text: t('payouts.columns.address') },
              { column: 'payoutStatus', text: t('payouts.columns.status') },
              { column: 'amount', text: t('payouts.columns.amount') },
            ]}
          >
            {payouts.map((payout, index) => (
              <PayoutRow key={payout.id} payout={payout} isNewest={index === 0} />
            ))}
          </MoneyTable>
        </div>
      )}
    </section>
  );
}

function PayoutRow({ payout, isNewest }: { payout: AffiliatePayout; isNewest: boolean }) {
  const { t } = useTranslation('affiliate');
  const { period, payoutEmail, status, settledAt, amountCents } = payout;
  const settled = settledAt === null ? undefined : formatDayOfYear(settledAt);
  const isSettled = status === 'paid' || status === 'failed';
  return (
    <MoneyRow>
      <MoneyCell column="date">
        <time dateTime={period}>{formatDay(period)}</time>
      </MoneyCell>
      <MoneyCell column="address">
        <bdi className="break-all">{payoutEmail}</bdi>
      </MoneyCell>
      <MoneyCell column="payoutStatus">
        <span className={`badge ${looks[status]}`}>
          {isSettled && settled !== undefined
            ? t(`payouts.statuses.${status}On`, { date: settled })
            : t(`payouts.statuses.${status}`)}
        </span>
        {/* Only the newest payout shows why it failed. The amounts of earlier failed payouts were added to later
            payouts. */}
        {isNewest && status === 'failed' && (
          <span className="caption mt-0.5 block">{t('payouts.failedText')}</span>
        )}
      </MoneyCell>
      <MoneyCell column="amount">{formatCents(amountCents)}</MoneyCell>
    </MoneyRow>
  );
}

function NoPayouts({ nextPayout, hasAddress }: Omit<Props, 'payouts'>) {
  const { t } = useTranslation('affiliate');
  const values = {
    date: formatDate(new Date(nextPayout.period)),
    minimum: formatCents(nextPayout.minimumCents),
  };
  return (
    <div className="border-t border-line p-5">
      <h3 className="text-body">{t('payouts.empty.title')}</h3>
      <p className="mt-0.5 text-small">
        {hasAddress ? t('payouts.empty.text', values) : t('payout.noAddress')}
      </p>
    </div>
  );
}
