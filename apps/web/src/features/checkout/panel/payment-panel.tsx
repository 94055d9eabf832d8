import { useState } from 'react';
import { useSession } from '../../../lib/session.ts';
import { usePayments } from '../flow/use-payments.ts';
import { CheckoutCard } from './checkout-card.tsx';
import { NotConfigured, Subscribed } from './ends.tsx';
import { PanelFrame } from './panel-frame.tsx';

/**
 * Shows the checkout for the user who was logged in at mount time, so that creating an account during checkout does not
 * reset the form.
 */
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
      // Give the message the height of the prerendered form to avoid a layout shift.
      <div className={first ? undefined : 'wide:min-h-[57rem]'}>
        <PanelFrame>
          <NotConfigured />
        </PanelFrame>
      </div>
    );
  }
  return <CheckoutCard user={first ?? null} publishableKey={payments?.publishableKey} />;
}
