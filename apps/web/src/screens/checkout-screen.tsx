import { type Plan, planLimits } from '@gossamer/contracts/limits';
import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatUsd } from '../i18n/format.ts';
import { formatSpan } from '../i18n/format-time.ts';
import { limitsByPlan, usePlanLimits } from '../lib/plan-limits.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';
import { marketingClaims } from '../marketing-claims.ts';

const dayMs = 24 * 3_600_000;

/** The plans side by side. Payment itself is not set up here, and the page says so. */
export function CheckoutScreen() {
  const { t } = useTranslation(['checkout', 'common']);
  useDocumentTitle(t('common:pages.checkout.title'));
  const rows = useRows();
  return (
    <div className="page grid items-start gap-x-20 gap-y-8 pt-[clamp(1.75rem,1.3rem+1.8vw,3rem)] wide:grid-cols-[minmax(0,1fr)_29rem]">
      <div>
        <h1>{t('checkout:title')}</h1>
        <p className="mt-7 mb-1 flex flex-wrap items-baseline gap-x-2.5">
          <b className="checkout-price">{formatUsd(marketingClaims.proMonthlyPriceUsd)}</b>
          {t('checkout:perMonth')}
        </p>
        <p className="caption">
          {t('checkout:guarantee', { time: formatSpan(marketingClaims.refundDays * dayMs) })}
        </p>
        <table className="plan-table">
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{t('checkout:table.what')}</span>
              </th>
              <th scope="col">{t('checkout:table.free')}</th>
              <th scope="col">{t('checkout:table.pro')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, free, pro }) => (
              <tr key={name}>
                <th scope="row">{t(`checkout:rows.${name}`)}</th>
                <td>{free}</td>
                <td>{pro}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <PaymentNotice />
    </div>
  );
}

/** What the specification has where payment cannot be offered; or what holds for those who have Pro. */
function PaymentNotice() {
  const { t } = useTranslation('checkout');
  const message = usePlanLimits().plan === 'pro' ? 'subscribed' : 'notConfigured';
  return (
    <section aria-label={t('payment')} className="card flex gap-3.5 p-7" data-testid="payment">
      {message === 'notConfigured' && <CircleAlert aria-hidden size={20} className="text-danger" />}
      <div className="grid gap-1">
        <h2 className="text-head font-[540]">{t(`${message}.title`)}</h2>
        <p>{t(`${message}.text`)}</p>
        <a href={`mailto:${marketingClaims.supportEmail}`} className="link mt-2 justify-self-start" dir="ltr">
          {marketingClaims.supportEmail}
        </a>
      </div>
    </section>
  );
}

function useRows() {
  const { t } = useTranslation('checkout');
  const both = (of: (plan: Plan) => string) => ({ free: of('free'), pro: of('pro') });
  const number = (value: number) => ({ number: formatCount(value) });
  return [
    {
      name: 'compressions',
      free: t('values.perDay', number(planLimits.free.dailyCompressions)),
      pro: t('values.unlimited'),
    },
    {
      name: 'fileSize',
      ...both((plan) => t('values.megabytes', number(limitsByPlan[plan].maxMegabytes))),
    },
    { name: 'batch', ...both((plan) => formatCount(limitsByPlan[plan].maxBatchFiles)) },
    {
      name: 'pixels',
      ...both((plan) => t('values.megapixels', number(limitsByPlan[plan].maxMegapixels))),
    },
    { name: 'speed', free: t('values.standard'), pro: t('values.priority') },
    { name: 'api', free: t('values.none'), pro: t('values.included') },
    { name: 'kept', ...both((plan) => formatSpan(limitsByPlan[plan].resultKeptMs)) },
    { name: 'support', free: t('values.mail'), pro: t('values.alwaysOpen') },
  ] as const;
}
