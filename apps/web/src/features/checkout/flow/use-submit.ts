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
  /** Replaces a subscription that can no longer be paid with a new one. */
  replace: () => Promise<void>;
  problems: ProblemState;
  arrival: ReturnType<typeof useArrival>;
};

/**
 * Returns the submit handler: validates the payment fields, prepares the account and the subscription, and then pays.
 */
export function useSubmit(options: Options): (values: AccountValues) => Promise<void> {
  const { isMember, payment, isFree, account, promotion, replace, problems, arrival } = options;
  const { t } = useTranslation('checkout');
  const leaveUnauthorized = useUnauthorized();

  /**
   * Shows Stripe's message. The message is isolated, because its language and text direction may differ from the
   * page's.
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
      // Payment fields belong to one payment, so a new payment requires new fields.
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
   * Submits the form.
   * @throws ApiError if the error belongs to a field of the account
   */
  return async (values) => {
    // An entered promotion code is applied first, so that the user sees the new amount before paying.
    if (promotion.typed.trim() !== '') return promotion.apply();
    if (!isFree && !(await isComplete())) return;
    let clientSecret: string | undefined;
    try {
      const next = await account.prepare(values, promotion.applied?.code);
      clientSecret = await arrival.take(next);
    } catch (error) {
      return report(error, values);
    }
    // The payment is no longer free, so the form first shows the payment fields and the new amount.
    if (clientSecret === undefined || isFree) return;
    await pay(clientSecret, values.email);
  };
}

/** Returns whether the error belongs to a field of the form. */
const namesField = (error: unknown, values: AccountValues) =>
  error instanceof ApiError && error.field !== undefined && error.field in values;
