import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { Button } from '../../../components/ui/button.tsx';
import { AccountForm } from '../../../form/account-form.tsx';
import { EmailField } from '../../../form/email-field.tsx';
import { LegalNote } from '../../../form/legal-note.tsx';
import { NameFields } from '../../../form/name-fields.tsx';
import { NewPasswordField } from '../../../form/new-password-field.tsx';
import { useAccountForm } from '../../../form/use-account-form.ts';
import { accountForm } from '../flow/use-account-step.ts';
import type { Checkout } from '../flow/use-checkout.ts';
import { PaymentBox } from './payment-box.tsx';
import { PaymentTotal } from './payment-total.tsx';
import { PromoPart } from './promo-part.tsx';
import { StepHeading } from './step-heading.tsx';

type Props = { checkout: Checkout; isMember: boolean; publishableKey: string | undefined };

/** Checkout form with the account fields, the promotion code and the payment fields. */
export function CheckoutForm({ checkout, isMember, publishableKey }: Props) {
  const { t } = useTranslation(['checkout', 'account']);
  const { hasAccount, canSubmit, submit, promotion } = checkout;
  const { field, watch, isBusy, form } = useAccountForm({
    // The account fields are hidden for members and once the account exists.
    schema: hasAccount ? accountForm.partial() : accountForm,
    failedTitle: t('checkout:problems.submit.title'),
    send: submit,
    onInvalid({ email, password }) {
      if (!email?.trim() || !password) {
        checkout.sayMissing(t('checkout:missing.title'), t('checkout:missing.text'));
      }
    },
  });
  return (
    <AccountForm
      onSubmit={(event) => {
        checkout.forgetFailure();
        form.onSubmit(event);
      }}
      failure={form.failure ?? checkout.failure}
      className="md:gap-3"
    >
      {!isMember && (
        <StepHeading number={1} title={t('checkout:accountTitle')}>
          {!hasAccount && (
            <Link
              to={`${paths.login}?from=${paths.checkout}`}
              className="link inline-flex min-h-6 items-center text-small pointer-coarse:min-h-11"
            >
              {t('checkout:signIn')}
            </Link>
          )}
        </StepHeading>
      )}
      {!hasAccount && (
        <>
          <NameFields first={field('firstName')} last={field('lastName')} />
          <EmailField {...field('email')} />
          <NewPasswordField
            label={t('account:fields.password')}
            password={watch('password') ?? ''}
            {...field('password')}
          />
        </>
      )}
      {hasAccount && !isMember && (
        <p className="flex gap-2 text-small" role="status">
          <CircleCheck aria-hidden size={17} className="mt-px text-accent" />
          {t('checkout:accountCreated')}
        </p>
      )}
      <PromoPart promotion={promotion} isMember={isMember} isBusy={isBusy} />
      <PaymentBox checkout={checkout} isMember={isMember} publishableKey={publishableKey} />
      <PaymentTotal amountCents={checkout.amountCents} promotion={promotion.applied} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        className="py-2"
        isBusy={isBusy}
        disabled={!canSubmit}
      >
        {t(isBusy ? 'checkout:busy' : hasAccount ? 'checkout:subscribe' : 'checkout:createAndSubscribe')}
      </Button>
      <LegalNote of="plan" />
    </AccountForm>
  );
}
