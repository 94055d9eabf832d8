import { payoutEmailBody } from '@gossamer/contracts/affiliate';
import { AppError } from '@gossamer/service-kit/errors';
import type { PayoutDetails } from '../db/schema.ts';
import type { GatewayDeps } from '../deps.ts';
import { assertEmailVerified, type Member } from '../http/identity/identity.ts';
import { newId } from '../http/identity/new-id.ts';
import { parseBody } from '../http/parse-body.ts';
import { countAttempt } from '../limits/attempts.ts';
import { memberPayoutEmails } from './attempt-limits.ts';
import { requireAffiliate } from './require-affiliate.ts';

/** Checks that whoever holds the session also knows the password, which is not affiliate's to know. @throws AppError `wrong_password` */
export type ConfirmPassword = (member: Member, password: string) => Promise<void>;

/**
 * Has a partner's payouts go to another address, and mails the account's own that they do: whoever took over a session
 * must not divert money unseen. They are told too when it stays unknown whether they do. Gives the address as it counts now.
 * @throws AppError `invalid_email`, `too_many_attempts`, `email_not_verified`, `wrong_password`, and what affiliate refuses
 */
export async function changePayoutEmail(
  deps: GatewayDeps,
  member: Member,
  given: { requestId: string; code: string; body: unknown; confirmPassword: ConfirmPassword },
): Promise<PayoutDetails> {
  const { account, owner } = member;
  const affiliate = requireAffiliate(deps);
  const { payoutEmail, currentPassword } = parseBody(payoutEmailBody, given.body);
  await countAttempt(deps, [memberPayoutEmails(owner)]);
  assertEmailVerified(account);
  await given.confirmPassword(member, currentPassword);
  const call = { requestId: given.requestId, account };
  try {
    const changed = await affiliate.changePayoutEmail(call, given.code, payoutEmail);
    await requestNotice(deps, account.id, changed);
    return changed;
  } catch (error) {
    // Only the answer may be lost: rather a warning of a change that was none than a change that nobody is warned of.
    if (isUnanswered(error)) await requestNotice(deps, account.id, { payoutEmail });
    throw error;
  }
}

const isUnanswered = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'affiliate_unavailable';

/** Nobody is told whose account has gone meanwhile: the partner goes with it. */
async function requestNotice(
  { db, clock }: GatewayDeps,
  accountId: string,
  details: PayoutDetails,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // The account first, before mails, as everywhere; it must not go while one is written.
    const current = await trx
      .selectFrom('accounts')
      .select(['email', 'firstName', 'preferredLanguage'])
      .where('id', '=', accountId)
      .forShare()
      .executeTakeFirst();
    if (!current) return;
    const { email, firstName, preferredLanguage: language } = current;
    const now = clock();
    await trx
      .insertInto('mails')
      .values({
        ...{ id: newId(), kind: 'payoutEmailChanged', accountId, email, firstName, language },
        ...{ details: JSON.stringify(details), nextAttemptAt: now, createdAt: now },
      })
      .execute();
  });
}
