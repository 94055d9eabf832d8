import { signupBody } from '@gossamer/contracts/accounts';
import { useRef, useState } from 'react';
import type { z } from 'zod';
import { useLanguage } from '../../../i18n/use-language.ts';
import { billingRequests } from '../../../lib/api-billing.ts';
import type { NextStep } from './read-setup.ts';
import { useRefreshSession } from './use-refresh-session.ts';
import type { Subscription } from './use-subscription.ts';

/** Schema of the account fields for visitors. */
export const accountForm = signupBody.omit({ preferredLanguage: true });
/** Values of the account fields. They are undefined for members. */
export type AccountValues = Partial<z.output<typeof accountForm>>;

type Options = { isMember: boolean; subscription: Subscription };
export type AccountStep = ReturnType<typeof useAccountStep>;

/**
 * Returns the account step. It creates the account and the subscription, and reuses those that an earlier attempt
 * created.
 */
export function useAccountStep({ isMember, subscription }: Options) {
  const { code: preferredLanguage } = useLanguage();
  const refreshSession = useRefreshSession();
  const [hasAccount, setHasAccount] = useState(isMember);
  const has = useRef(isMember);

  function keepAccount(): void {
    has.current = true;
    setHasAccount(true);
  }

  /**
   * Creates the account and the subscription.
   * @throws like `sendJson`; `hasAccount` is true if the account was created despite the error
   */
  async function prepare(values: AccountValues, promoCode: string | undefined): Promise<NextStep> {
    if (has.current) return subscription.prepare(promoCode);
    try {
      const answer = await billingRequests.createAnonymousSubscription({
        ...accountForm.parse(values),
        preferredLanguage,
        promoCode,
      });
      keepAccount();
      await refreshSession();
      return subscription.read(answer);
    } catch (error) {
      // The request may have created the account before it failed to create the subscription.
      if (!has.current && (await refreshSession())) keepAccount();
      throw error;
    }
  }

  return { hasAccount, prepare };
}
