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

/**
 * Verifies the logged-in user's password on behalf of the affiliate service, which has no access to passwords.
 * @throws AppError `wrong_password`
 */
export type ConfirmPassword = (member: Member, password: string) => Promise<void>;

/**
 * Changes a partner's payout address and emails a notice to the account's address, so that somebody who took over a
 * session cannot divert payouts unnoticed. The notice is also sent if the affiliate service did not confirm the change.
 * Returns the current payout address.
 * @throws AppError `invalid_email`, `too_many_attempts`, `email_not_verified`, `wrong_password`, and errors from the
 *   affiliate service
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
    // Send the notice even if the outcome is unknown, because the change may have succeeded although the response was
    // lost.
    if (isUnanswered(error)) await requestNotice(deps, account.id, { payoutEmail });
    throw error;
  }
}

const isUnanswered = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'affiliate_unavailable';

/**
 * Queues the email about a changed payout address. Does nothing if the account was deleted, because the partner was
 * then deleted as well.
 */
async function requestNotice(
  { db, clock }: GatewayDeps,
  accountId: string,
  details: PayoutDetails,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Lock the account before inserting the email, so that the account cannot be deleted in between.
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
        id: newId(),
        kind: 'payoutEmailChanged',
        accountId,
        email,
        firstName,
        language,
        details: JSON.stringify(details),
        nextAttemptAt: now,
        createdAt: now,
      })
      .execute();
  });
}
