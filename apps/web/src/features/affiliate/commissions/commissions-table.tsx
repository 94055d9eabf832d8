import type { AffiliateCommission } from '@gossamer/contracts/affiliate';
import { useTranslation } from 'react-i18next';
import { formatCents } from '../../../i18n/format.ts';
import { formatDay, formatDayOfYear } from '../../../i18n/format-day.ts';
import { MoneyCell, MoneyRow, MoneyTable } from '../money-table.tsx';

const looks = {
  held: 'badge-glint',
  due: 'badge-accent',
  inPayout: 'badge-accent',
  paid: '',
  reversed: 'badge-danger',
} as const;

/** Table of commissions. On phones, each row is a block of two lines. */
export function CommissionsTable({ commissions }: { commissions: readonly AffiliateCommission[] }) {
  const { t } = useTranslation('affiliate');
  return (
    <MoneyTable
      headings={[
        { column: 'date', text: t('commissions.columns.date') },
        { column: 'payment', text: t('commissions.columns.payment') },
        { column: 'commissionStatus', text: t('commissions.columns.status') },
        { column: 'amount', text: t('commissions.columns.amount') },
      ]}
    >
      {commissions.map((commission) => (
        <CommissionRow key={commission.id} commission={commission} />
      ))}
    </MoneyTable>
  );
}

function CommissionRow({ commission }: { commission: AffiliateCommission }) {
  const { t } = useTranslation('affiliate');
  const { paidAt, kind, status, heldUntil, refundedCents, paymentCents } = commission;
  const isPartly = status !== 'reversed' && refundedCents > 0;
  const back = { refunded: formatCents(refundedCents), payment: formatCents(paymentCents) };
  return (
    <MoneyRow status={status}>
      <MoneyCell column="date">
        <time dateTime={paidAt}>{formatDay(paidAt)}</time>
      </MoneyCell>
      <MoneyCell column="payment">
        {t(`commissions.kinds.${kind}`)}
        {isPartly && <span className="caption block">{t('commissions.partly', back)}</span>}
      </MoneyCell>
      <MoneyCell column="commissionStatus">
        <span className={`badge ${looks[status]}`}>
          {t(`commissions.statuses.${status}`, { date: formatDayOfYear(heldUntil) })}
        </span>
      </MoneyCell>
      <MoneyCell column="amount">
        <Amount commission={commission} />
      </MoneyCell>
    </MoneyRow>
  );
}

/** Shows the earned amount. If a refund reduced the amount, also shows the original amount struck through. */
function Amount({ commission }: { commission: AffiliateCommission }) {
  const { status, commissionCents, earnedCents } = commission;
  const full = formatCents(commissionCents);
  if (status === 'reversed') return <s className="text-ink-3">{full}</s>;
  if (earnedCents === commissionCents) return full;
  return (
    <>
      <s className="caption">{full}</s> {formatCents(earnedCents)}
    </>
  );
}
