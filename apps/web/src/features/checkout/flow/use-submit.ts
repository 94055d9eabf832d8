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
  /** Replaces a subscription that can no longer be paid. */
  replace: () => Promise<void>;
  problems: ProblemState;
  arrival: ReturnType<typeof useArrival>;
};

/** Returns the submit handler: checks the fields, prepares the account and subscription, then pays. */
export function useSubmit(options: Options): (values: AccountValues) => Promise<void> {
  const { isMember, payment, isFree, account, promotion, replace, problems, arrival } = options;
  const { t } = useTranslation('checkout');
  const leaveUnauthorized = useUnauthorized();

  /** Isolates the provider's message, which may have another language and text direction. */
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
      // Fields that were created for this payment are created again for the new one.
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

  /** @throws ApiError that names a field of the account */
  return async (values) => {
    // Applies a typed code first, so that the new amount is visible before it is paid.
    if (promotion.typed.trim() !== '') return promotion.apply();
    if (!isFree && !(await isComplete())) return;
    let clientSecret: string | undefined;
    try {
      const next = await account.prepare(values, promotion.applied?.code);
      clientSecret = await arrival.take(next);
    } catch (error) {
      return report(error, values);
    }
    // No longer free: the form shows the payment fields and the new amount first.
    if (clientSecret === undefined || isFree) return;
    await pay(clientSecret, values.email);
  };
}

/** Returns whether the form shows the error at a field. */
const namesField = (error: unknown, values: AccountValues) =>
  error instanceof ApiError && error.field !== undefined && error.field in values;
