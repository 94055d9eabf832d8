import { type Promotion, promoCode as promoCodeSchema } from '@gossamer/contracts/billing';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../i18n/failure-text.ts';
import { billingRequests } from '../../../lib/api-billing.ts';
import { toFailure } from '../../../lib/api-failure.ts';

export type PromotionState = {
  applied: Promotion | undefined;
  /** Error message for the promotion code field. */
  problem: string | undefined;
  isBusy: boolean;
  /** Text in the promotion code field. Empty while the field is hidden. */
  typed: string;
  type: (text: string) => void;
  apply: () => Promise<void>;
  remove: () => void;
  /** Replaces the promotion with that of the created subscription. */
  adopt: (promotion: Promotion | undefined) => void;
  /** Removes the promotion after the server rejected its code in another request. */
  refuse: (error: unknown) => void;
};

/** Returns the state of the promotion code field. Calls `onChange` when a promotion is applied or removed. */
export function usePromotion(onChange: (promotion: Promotion | undefined) => Promise<void>): PromotionState {
  const { t } = useTranslation('errors');
  const [applied, setApplied] = useState<Promotion>();
  const [problem, setProblem] = useState<string>();
  const [typed, setTyped] = useState('');

  function type(text: string): void {
    setTyped(text);
    setProblem(undefined);
  }

  const { isPending, mutateAsync } = useMutation({
    mutationFn: billingRequests.findPromotion,
    async onSuccess(found) {
      setApplied(found);
      type('');
      await onChange(found);
    },
    onError: (error) => setProblem(failureText(toFailure(error))),
  });

  async function apply(): Promise<void> {
    if (isPending) return;
    const code = promoCodeSchema.safeParse(typed);
    if (!code.success) return setProblem(t('invalid_promo_code'));
    setProblem(undefined);
    // Ignore the rejection, because the mutation's `onError` has already handled the error.
    await mutateAsync(code.data).catch(() => {});
  }

  function remove(): void {
    setApplied(undefined);
    setProblem(undefined);
    void onChange(undefined);
  }

  function refuse(error: unknown): void {
    setApplied(undefined);
    setProblem(failureText(toFailure(error)));
  }

  return { applied, problem, isBusy: isPending, typed, type, apply, remove, adopt: setApplied, refuse };
}
