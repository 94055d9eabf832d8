import { useState } from 'react';
import { useSession } from '../../../lib/session.ts';
import { usePayments } from '../flow/use-payments.ts';
import { CheckoutCard } from './checkout-card.tsx';
import { NotConfigured, Subscribed } from './ends.tsx';
import { PanelFrame } from './panel-frame.tsx';

/** Shows the checkout for the session at mount, so that the creation of an account does not reset the form. */
export function PaymentPanel() {
  const user = useSession();
  const [first] = useState(user);
  const payments = usePayments();
  if (first?.isPremium) {
    return (
      <PanelFrame>
        <Subscribed />
      </PanelFrame>
    );
  }
  if (payments === null) {
    return (
      // The message has the height of the prerendered form to prevent a layout shift.
      <div className={first ? undefined : 'wide:min-h-[57rem]'}>
        <PanelFrame>
          <NotConfigured />
        </PanelFrame>
      </div>
    );
  }
  return <CheckoutCard user={first ?? null} publishableKey={payments?.publishableKey} />;
}
