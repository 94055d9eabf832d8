import type { SessionUser } from '@gossamer/contracts/session-user';
import { useTranslation } from 'react-i18next';
import { useCheckout } from '../flow/use-checkout.ts';
import { isTestKey } from '../payment/test-key.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { AfterPayment, Subscribed } from './ends.tsx';
import { PanelFrame } from './panel-frame.tsx';
import { TrustBadges } from './trust-badges.tsx';

type Props = { user: SessionUser | null; publishableKey: string | undefined };

export function CheckoutCard({ user, publishableKey }: Props) {
  const { t } = useTranslation('checkout');
  const checkout = useCheckout(user !== null);
  const { stage } = checkout;
  if (stage === 'subscribed') {
    return (
      <PanelFrame>
        <Subscribed />
      </PanelFrame>
    );
  }
  if (stage !== 'form') {
    return (
      <PanelFrame>
        <AfterPayment stage={stage} />
      </PanelFrame>
    );
  }
  return (
    <PanelFrame>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-section leading-tight">{t('subscribeTitle')}</h2>
        {publishableKey && isTestKey(publishableKey) && <span className="badge">{t('testMode')}</span>}
      </div>
      <CheckoutForm checkout={checkout} isMember={user !== null} publishableKey={publishableKey} />
      <TrustBadges />
    </PanelFrame>
  );
}
