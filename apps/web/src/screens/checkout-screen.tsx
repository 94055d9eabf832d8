import { useTranslation } from 'react-i18next';
import { GoodHabits } from '../features/checkout/about/good-habits.tsx';
import { ReturnOnPrice } from '../features/checkout/about/return-on-price.tsx';
import { TechnicalDetails } from '../features/checkout/about/technical-details.tsx';
import { UseCases } from '../features/checkout/about/use-cases.tsx';
import { PaymentPanel } from '../features/checkout/panel/payment-panel.tsx';
import { PlanTable } from '../features/checkout/plan-table.tsx';
import { formatCount, formatUsd } from '../i18n/format.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';
import { marketingClaims } from '../marketing-claims.ts';

/** Checkout screen: compares the plans, accepts the payment and describes the benefits of Pro. */
export function CheckoutScreen() {
  const { t } = useTranslation(['checkout', 'common']);
  useDocumentTitle(t('common:pages.checkout.title'));
  return (
    <>
      <div className="page grid items-start gap-x-20 gap-y-8 wide:grid-rows-[auto_1fr] pt-[clamp(1.75rem,1.3rem+1.8vw,3rem)] wide:grid-cols-[minmax(0,1fr)_29rem]">
        <div className="min-w-0">
          <h1>{t('checkout:title')}</h1>
          <p className="mt-7 mb-1 flex flex-wrap items-baseline gap-x-2.5">
            <b className="display-price">{formatUsd(marketingClaims.proMonthlyPriceUsd)}</b>{' '}
            {t('checkout:perMonth')}
          </p>
          <p className="caption">
            {t('checkout:guarantee', { days: formatCount(marketingClaims.refundDays) })}
          </p>
        </div>
        <div className="min-w-0 wide:col-start-2 wide:row-span-2 wide:row-start-1 wide:-mt-6">
          <PaymentPanel />
        </div>
        <PlanTable />
      </div>
      <UseCases />
      <ReturnOnPrice />
      <TechnicalDetails />
      <GoodHabits />
    </>
  );
}
