import { signupBody } from '@gossamer/contracts/accounts';
import { useRef, useState } from 'react';
import type { z } from 'zod';
import { useLanguage } from '../../../i18n/use-language.ts';
import { billingRequests } from '../../../lib/api-billing.ts';
import type { NextStep } from './read-setup.ts';
import { useRefreshSession } from './use-refresh-session.ts';
import type { Subscription } from './use-subscription.ts';

/** Schema of the account fields that visitors fill in during checkout. */
export const accountForm = signupBody.omit({ preferredLanguage: true });
/** Values of the account fields. Members do not see these fields, so their values are undefined. */
export type AccountValues = Partial<z.output<typeof accountForm>>;

type Options = { isMember: boolean; subscription: Subscription };
export type AccountStep = ReturnType<typeof useAccountStep>;

/**
 * Returns the checkout step that creates the account and the subscription. Retries reuse an account or subscription
 * that already exists.
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
   * @throws the errors of `sendJson`; `hasAccount` becomes true if the account was created despite the error
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
      // The server may have created the account before it failed to create the subscription.
      if (!has.current && (await refreshSession())) keepAccount();
      throw error;
    }
  }

  return { hasAccount, prepare };
}
