import type { AffiliateCommission } from '@gossamer/contracts/affiliate';
import { useTranslation } from 'react-i18next';
import { formatCents } from '../../../i18n/format.ts';
import { formatDay, formatDayOfYear } from '../../../i18n/format-day.ts';

const columns = ['date', 'payment', 'status', 'amount'] as const;
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
    <table className="money-table" data-kind="commissions">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" data-column={column}>
              {t(`commissions.columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {commissions.map((commission) => (
          <CommissionRow key={commission.id} commission={commission} />
        ))}
      </tbody>
    </table>
  );
}

function CommissionRow({ commission }: { commission: AffiliateCommission }) {
  const { t } = useTranslation('affiliate');
  const { paidAt, kind, status, heldUntil, refundedCents, paymentCents } = commission;
  const isPartly = status !== 'reversed' && refundedCents > 0;
  const back = { refunded: formatCents(refundedCents), payment: formatCents(paymentCents) };
  return (
    <tr data-status={status}>
      <td data-column="date">
        <time dateTime={paidAt}>{formatDay(paidAt)}</time>
      </td>
      <td data-column="payment">
        {t(`commissions.kinds.${kind}`)}
        {isPartly && <span className="caption block">{t('commissions.partly', back)}</span>}
      </td>
      <td data-column="status">
        <span className={`badge ${looks[status]}`}>
          {t(`commissions.statuses.${status}`, { date: formatDayOfYear(heldUntil) })}
        </span>
      </td>
      <td data-column="amount">
        <Amount commission={commission} />
      </td>
    </tr>
  );
}

/** Shows the earned amount. If a refund has reduced it, the original amount is shown struck through. */
function Amount({ commission }: { commission: AffiliateCommission }) {
  const { status, commissionCents, earnedCents } = commission;
  const full = formatCents(commissionCents);
  if (status === 'reversed') return <s>{full}</s>;
  if (earnedCents === commissionCents) return full;
  return (
    <>
      <s className="caption">{full}</s> {formatCents(earnedCents)}
    </>
  );
}
