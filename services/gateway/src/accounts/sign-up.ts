import type { signupBody } from '@gossamer/contracts/accounts';
import { AppError } from '@gossamer/service-kit/errors';
import { publish } from '@gossamer/service-kit/events/outbox';
import type { z } from 'zod';
import type { AccountRow } from '../db/schema.ts';
import type { GatewayDeps } from '../deps.ts';
import { newId } from '../http/identity/new-id.ts';
import { requestMail } from '../http/identity/request-mail.ts';
import type { SessionClaims } from '../http/identity/session-token.ts';
import { tryAttempt } from '../limits/attempts.ts';
import { emailKeyOf, findAccountByEmail } from './account-queries.ts';
import { emailConfirmations } from './attempt-limits.ts';
import { type Before, beginSession } from './begin-session.ts';

export interface LoggedIn {
  account: AccountRow;
  claims: SessionClaims;
}

/** Creates an account and its first session. @throws AppError `email_taken`, `server_busy` */
export async function signUp(
  deps: GatewayDeps,
  given: z.output<typeof signupBody>,
  before: Before,
): Promise<LoggedIn> {
  const taken = new AppError('email_taken', { field: 'email' });
  // This check only avoids hashing a password unnecessarily; the unique constraint prevents duplicates.
  if (await findAccountByEmail(deps.db, given.email)) throw taken;
  const { email, firstName, lastName, preferredLanguage } = given;
  const passwordHash = await deps.passwords.hash(given.password);
  const now = deps.clock();
  return deps.db.transaction().execute(async (trx) => {
    const account = await trx
      .insertInto('accounts')
      .values({
        id: newId(),
        email,
        emailKey: emailKeyOf(email),
        firstName,
        lastName,
        preferredLanguage,
        passwordHash,
        createdAt: now,
      })
      .onConflict((conflict) => conflict.column('emailKey').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!account) throw taken;
    const { referralCode } = before;
    const payload = { accountId: account.id, email, ...(referralCode !== undefined && { referralCode }) };
    await publish(trx, 'account.created', { key: account.id, version: 1, payload });
    const claims = await beginSession(trx, account.id, before, now);
    // If the limit on confirmation emails is reached, send none. The member can request one on the account page later.
    const mayMail = await tryAttempt(trx, emailConfirmations(account.emailKey), now);
    if (mayMail) await requestMail(trx, 'verify', account, now);
    return { account, claims };
  });
}
