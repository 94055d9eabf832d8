import { type Promotion, proPrice } from '@gossamer/contracts/billing';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useUnauthorized } from '../../../lib/unauthorized.ts';
import { isLoggedOut } from '../../../lib/use-leave-logged-out.ts';
import type { Payment } from '../payment/payment-provider.ts';
import { isAboutPromoCode, setupProblemOf } from './read-setup.ts';
import { useAccountStep } from './use-account-step.ts';
import { useArrival } from './use-arrival.ts';
import { useProblem } from './use-problem.ts';
import { usePromotion } from './use-promotion.ts';
import { useSubmit } from './use-submit.ts';
import { useSubscription } from './use-subscription.ts';

export type Checkout = ReturnType<typeof useCheckout>;

/** Returns the state of the checkout. `isMember` must not change when the checkout creates an account. */
export function useCheckout(isMember: boolean) {
  const leaveUnauthorized = useUnauthorized();
  const [attempt, setAttempt] = useState(0);
  const [payment, setPayment] = useState<Payment>();
  const problems = useProblem();
  const failPayment = () => problems.fail('setUpPayment');
  const arrival = useArrival(failPayment);
  const promotion = usePromotion((next) => renew(next, ''));
  const subscription = useSubscription({ adoptPromotion: promotion.adopt });
  const account = useAccountStep({ isMember, subscription });
  const amountCents = promotion.applied?.firstAmountCents ?? proPrice.amountCents;
  const isFree = amountCents === 0;
  const submit = useSubmit({ isMember, payment, isFree, account, promotion, replace, problems, arrival });

  const renewal = useMutation({
    mutationFn: async (promoCode: string | undefined) => arrival.take(await subscription.prepare(promoCode)),
    onError: report,
  });
  // For members, an idle mutation also counts as pending: an effect starts it after the first render.
  const isRenewing = renewal.isPending || (renewal.isIdle && isMember);

  /**
   * Creates the subscription with a promotion, or reuses the pending one. If there is no promotion, sends `otherwise`
   * as the code; an empty string removes an earlier code. Does nothing without an account or if no payment is due,
   * because the subscription is then created on submit.
   */
  async function renew(next: Promotion | undefined, otherwise?: ''): Promise<void> {
    if (!account.hasAccount || next?.firstAmountCents === 0) return;
    problems.clear();
    // Ignore the rejection, because the mutation's `onError` has already handled the error.
    await renewal.mutateAsync(next?.code ?? otherwise).catch(() => {});
  }

  function report(error: unknown): void {
    if (isLoggedOut(error)) leaveUnauthorized();
    else if (isAboutPromoCode(error)) promotion.refuse(error);
    else problems.fail(setupProblemOf(error));
  }

  async function replace(): Promise<void> {
    subscription.letGo();
    await renew(promotion.applied);
  }

  /** Reloads Stripe's script and creates the subscription again. */
  async function retry(): Promise<void> {
    problems.clear();
    setAttempt((last) => last + 1);
    await renew(promotion.applied);
  }

  const hasBegun = useRef(false);
  // Run the effect only once, even in React's strict mode, which runs effects twice.
  useEffect(() => {
    if (hasBegun.current || !isMember) return;
    hasBegun.current = true;
    void renew(undefined);
  }, []);

  return {
    stage: arrival.stage,
    problem: problems.problem,
    attempt,
    promotion,
    amountCents,
    hasAccount: account.hasAccount,
    /** Client secret for the payment fields. Undefined for visitors, whose subscription is created on submit. */
    clientSecret: isMember ? subscription.clientSecret : undefined,
    isPaymentReady: payment !== undefined,
    canSubmit: !isRenewing && !problems.problem && (isFree || payment !== undefined),
    setPayment,
    failPayment,
    retry,
    submit,
    sayMissing: problems.say,
    failure: problems.failure,
    forgetFailure: problems.forgetFailure,
  };
}
