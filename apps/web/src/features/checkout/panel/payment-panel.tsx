import { useState } from 'react';
import { useSession } from '../../../lib/session.ts';
import { usePayments } from '../flow/use-payments.ts';
import { CheckoutCard } from './checkout-card.tsx';
import { NotConfigured, Subscribed } from './ends.tsx';
import { PanelFrame } from './panel-frame.tsx';

/** Where one pays. Who it is for is settled when it opens: an account made on the way leaves what was typed. */
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
      // As high as the form in the page that was sent, so that nothing below moves.
      <div className={first ? undefined : 'wide:min-h-[57rem]'}>
        <PanelFrame>
          <NotConfigured />
        </PanelFrame>
      </div>
    );
  }
  return <CheckoutCard user={first ?? null} publishableKey={payments?.publishableKey} />;
}
