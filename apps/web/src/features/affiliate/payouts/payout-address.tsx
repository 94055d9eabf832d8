import type { AffiliateDashboard } from '@gossamer/contracts/affiliate';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { Button } from '../../../components/ui/button.tsx';
import { ConfirmationButton } from '../../../form/confirmation-button.tsx';
import { formatCents } from '../../../i18n/format.ts';
import { useSession } from '../../../lib/session.ts';
import { useConfirmedElsewhere } from '../../../lib/use-confirmed-elsewhere.ts';
import { PayoutAddressForm } from './payout-address-form.tsx';

type Props = Pick<AffiliateDashboard, 'affiliate'> & { dueCents: number };

/** Shows the email address for payouts and a form to change it. */
export function PayoutAddress({ affiliate, dueCents }: Props) {
  const { t } = useTranslation('affiliate');
  const [isOpen, setOpen] = useState(false);
  const { payoutEmail } = affiliate;
  useConfirmedElsewhere();
  const isEmailVerified = useSession()?.isEmailVerified || affiliate.isEmailVerified;
  return (
    <div className="grid gap-2 border-t border-line pt-3.5" data-testid="payout-address">
      <h3 className="text-small font-medium">{t('address.title')}</h3>
      {payoutEmail === null ? (
        <Missing dueCents={dueCents} />
      ) : (
        <bdi className="min-w-0 justify-self-start text-small break-all text-ink">{payoutEmail}</bdi>
      )}
      {!isEmailVerified && <Unverified />}
      {isEmailVerified && !isOpen && (
        <Button size="small" className="justify-self-start" onClick={() => setOpen(true)}>
          {t(payoutEmail === null ? 'address.set' : 'address.change')}
        </Button>
      )}
      {isOpen && <PayoutAddressForm affiliate={affiliate} onClose={() => setOpen(false)} />}
    </div>
  );
}

/**
 * Prompts the partner to confirm the account's email address, because payouts require a confirmed address. The address
 * can also be changed on the account page.
 */
function Unverified() {
  const { t } = useTranslation('affiliate');
  const user = useSession();
  return (
    <>
      <p className="text-small">
        {t('address.unverified')}{' '}
        <Link to={paths.account} className="link">
          {t('address.toAccount')}
        </Link>
      </p>
      {user && <ConfirmationButton email={user.email} size="small" className="justify-self-start" />}
    </>
  );
}

function Missing({ dueCents }: { dueCents: number }) {
  const { t } = useTranslation('affiliate');
  if (dueCents <= 0) return <p className="text-small">{t('address.missing')}</p>;
  return (
    <p className="flex gap-2 text-small text-ink">
      <CircleAlert aria-hidden size={17} className="mt-0.5 text-glint" />
      {t('address.missingDue', { amount: formatCents(dueCents) })}
    </p>
  );
}
