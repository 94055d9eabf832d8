import { signupBody } from '@gossamer/contracts/accounts';
import { useRef, useState } from 'react';
import type { z } from 'zod';
import { useLanguage } from '../../../i18n/use-language.ts';
import { billingRequests } from '../../../lib/api-billing.ts';
import type { NextStep } from './read-setup.ts';
import { useRefreshSession } from './use-refresh-session.ts';
import type { Subscription } from './use-subscription.ts';

/** Account fields that a visitor fills in. */
export const accountForm = signupBody.omit({ preferredLanguage: true });
/** Their values, of which a member has none. */
export type AccountValues = Partial<z.output<typeof accountForm>>;

type Options = { isMember: boolean; subscription: Subscription };
export type AccountStep = ReturnType<typeof useAccountStep>;

/** Returns the account step, which creates the account and the subscription and continues an earlier attempt. */
export function useAccountStep({ isMember, subscription }: Options) {
  const { code: preferredLanguage } = useLanguage();
  const refreshSession = useRefreshSession();
  const [hasAccount, setHasAccount] = useState(isMember);
  const has = useRef(isMember);

  function keepAccount(): void {
    has.current = true;
    setHasAccount(true);
  }

  /** @throws like `sendJson`; `hasAccount` tells whether the account was created nevertheless */
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
      // The account may exist although the subscription does not.
      if (!has.current && (await refreshSession())) keepAccount();
      throw error;
    }
  }

  return { hasAccount, prepare };
}
