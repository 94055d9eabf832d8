import type { ForwardedIdentity } from '@gossamer/service-kit/identity';
import type { Kysely } from 'kysely';
import type { AffiliateTables } from '../db/schema.ts';
import type { AffiliateDeps } from '../deps.ts';

/**
 * Returns all data that the affiliate service stores about a member, for the member's data export: the referral, the
 * identifiers used to detect self-referrals, and the partner's data. Returns null if the account is unknown.
 */
export async function exportPartner({ db }: AffiliateDeps, { accountId }: ForwardedIdentity) {
  const account = await db
    .selectFrom('accounts')
    .select(['referredOn'])
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  if (!account) return { affiliate: null };
  const emails = await db
    .selectFrom('accountEmails')
    .select('emailKey')
    .where('accountId', '=', accountId)
    .execute();
  const cards = await db
    .selectFrom('accountCards')
    .select('fingerprint')
    .where('accountId', '=', accountId)
    .execute();
  return {
    affiliate: {
      referredOn: account.referredOn,
      addresses: emails.map(({ emailKey }) => emailKey),
      cardCodes: cards.map(({ fingerprint }) => fingerprint),
      partner: await readPartner(db, accountId),
    },
  };
}

async function readPartner(db: Kysely<AffiliateTables>, accountId: string) {
  const found = await db
    .selectFrom('partners')
    .select(['id', 'code', 'name', 'email', 'website', 'description'])
    .select(['payoutEmail', 'commissionPercent', 'createdAt'])
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  if (!found) return null;
  const { id, ...partner } = found;
  const clicks = await db
    .selectFrom('clickDays')
    .select(['day', 'clicks'])
    .where('partnerId', '=', id)
    .orderBy('day')
    .execute();
  const commissions = await db
    .selectFrom('commissions')
    .select(['paidAt', 'commissionCents', 'earnedCents', 'settledCents', 'heldUntil'])
    .where('partnerId', '=', id)
    .orderBy('paidAt')
    .execute();
  const payouts = await db
    .selectFrom('payouts')
    .select(['period', 'amountCents', 'payoutEmail', 'status', 'settledAt'])
    .where('partnerId', '=', id)
    .orderBy('period')
    .execute();
  return { ...partner, clicks, commissions, payouts };
}
