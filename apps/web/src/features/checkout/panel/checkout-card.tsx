import type { SessionUser } from '@gossamer/contracts/session-user';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
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
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="card-title">{t(checkout.hasAccount ? 'titleMember' : 'titleVisitor')}</h2>
          {publishableKey && isTestKey(publishableKey) && <span className="badge">{t('testMode')}</span>}
        </div>
        {!checkout.hasAccount && (
          <Link
            to={`${paths.login}?from=${paths.checkout}`}
            className="link inline-flex min-h-6 items-center text-small pointer-coarse:min-h-11"
          >
            {t('signIn')}
          </Link>
        )}
      </div>
      <CheckoutForm checkout={checkout} isMember={user !== null} publishableKey={publishableKey} />
      <TrustBadges />
    </PanelFrame>
  );
}
