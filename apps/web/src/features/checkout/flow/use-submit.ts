import { useTranslation } from 'react-i18next';
import { paths } from '../../../app/paths.ts';
import { failureText } from '../../../i18n/failure-text.ts';
import { isolate } from '../../../i18n/format.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { type Failure, toFailure } from '../../../lib/api-failure.ts';
import { useUnauthorized } from '../../../lib/unauthorized.ts';
import { isLoggedOut } from '../../../lib/use-leave-logged-out.ts';
import type { Payment } from '../payment/payment-provider.ts';
import { isAboutPromoCode } from './read-setup.ts';
import type { AccountStep, AccountValues } from './use-account-step.ts';
import type { useArrival } from './use-arrival.ts';
import type { ProblemState } from './use-problem.ts';
import type { PromotionState } from './use-promotion.ts';

type Options = {
  isMember: boolean;
  payment: Payment | undefined;
  isFree: boolean;
  account: AccountStep;
  promotion: PromotionState;
  /** Creates a new subscription in place of one that can no longer be paid. */
  replace: () => Promise<void>;
  problems: ProblemState;
  arrival: ReturnType<typeof useArrival>;
};

/**
 * Returns the submit handler of the checkout: it validates the payment fields, creates the account and the
 * subscription, and then confirms the payment.
 */
export function useSubmit(options: Options): (values: AccountValues) => Promise<void> {
  const { isMember, payment, isFree, account, promotion, replace, problems, arrival } = options;
  const { t } = useTranslation('checkout');
  const leaveUnauthorized = useUnauthorized();

  /**
   * Shows an error message from Stripe. The message is wrapped in bidi isolates, because its language and text
   * direction may differ from those of the page.
   */
  function sayFailed(message: string): void {
    problems.say(t('paymentFailed'), isolate(message));
  }

  async function isComplete(): Promise<boolean> {
    const check = await payment?.check();
    if (check && !check.isComplete && check.message) sayFailed(check.message);
    return check?.isComplete ?? false;
  }

  async function pay(clientSecret: string, email: string | undefined): Promise<void> {
    const returnUrl = `${window.location.origin}${paths.home}?payment=success`;
    const outcome = await payment?.confirm({ clientSecret, returnUrl, email });
    if (outcome?.status === 'failed') {
      sayFailed(outcome.message);
      // The payment fields are bound to one payment, so a new payment requires a new subscription and new fields.
      if (outcome.isOver) await replace();
    }
    if (outcome?.status === 'paid') await arrival.arrive(isMember ? 'paid' : 'paidWithAccount');
  }

  function report(error: unknown, values: AccountValues): void {
    if (namesField(error, values)) throw error;
    const failure = toFailure(error);
    if (isLoggedOut(error)) leaveUnauthorized();
    else if (isAboutPromoCode(error)) promotion.refuse(error);
    else if (failure.reason === 'payments_not_configured') problems.fail('configuration');
    else if (failure.reason === 'answer_unknown') problems.fail('setUpPayment');
    else problems.say(t('problems.submit.title'), describe(failure));
  }

  function describe(failure: Failure): string {
    const saysNothing = failure.reason === 'unknown' && !failure.serverMessage;
    return saysNothing ? t('problems.submit.text') : failureText(failure);
  }

  /**
   * Submits the checkout form.
   * @throws ApiError if the error refers to an account field
   */
  return async (values) => {
    // Apply an entered promotion code instead of paying, so that the user sees the new amount before paying.
    if (promotion.typed.trim() !== '') return promotion.apply();
    if (!isFree && !(await isComplete())) return;
    let clientSecret: string | undefined;
    try {
      const next = await account.prepare(values, promotion.applied?.code);
      clientSecret = await arrival.take(next);
    } catch (error) {
      return report(error, values);
    }
    // If a payment turned out to be required, do not pay yet: the form first shows the payment fields and the amount.
    if (clientSecret === undefined || isFree) return;
    await pay(clientSecret, values.email);
  };
}

/** Returns whether the error refers to a field of the form. */
const namesField = (error: unknown, values: AccountValues) =>
  error instanceof ApiError && error.field !== undefined && error.field in values;
