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
  /** Has what cannot be paid any more replaced by what can. */
  replace: () => Promise<void>;
  problems: ProblemState;
  arrival: ReturnType<typeof useArrival>;
};

/** One press of the button: the fields, the account, the subscription, the payment, in this order. */
export function useSubmit(options: Options): (values: AccountValues) => Promise<void> {
  const { isMember, payment, isFree, account, promotion, replace, problems, arrival } = options;
  const { t } = useTranslation('checkout');
  const leaveUnauthorized = useUnauthorized();

  /** The provider's words may be of another language than ours, and run the other way. */
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
    const outcome = await payment?.confirm({ clientSecret, returnUrl, email: email?.trim() });
    if (outcome?.status === 'failed') {
      sayFailed(outcome.message);
      // Fields that were made for it are made for another one.
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
    // A code that was typed and not applied yet: what it leaves to pay is to be seen before it is paid.
    if (promotion.typed.trim() !== '') return promotion.apply();
    if (!isFree && !(await isComplete())) return;
    let clientSecret: string | undefined;
    try {
      const next = await account.prepare(values, promotion.applied?.code);
      clientSecret = await arrival.take(next);
    } catch (error) {
      return report(error, values);
    }
    // Free no longer: the fields are there now, and the amount below the button is another.
    if (clientSecret === undefined || isFree) return;
    await pay(clientSecret, values.email);
  };
}

/** Said at the field, by the form. */
const namesField = (error: unknown, values: AccountValues) =>
  error instanceof ApiError && error.field !== undefined && error.field in values;
