import {
  type AffiliateApplicationAnswer,
  type affiliateApplicationBody,
  affiliateProgram,
} from '@gossamer/contracts/affiliate';
import { AppError } from '@gossamer/service-kit/errors';
import type { ForwardedIdentity } from '@gossamer/service-kit/identity';
import type { Insertable, Transaction } from 'kysely';
import type { z } from 'zod';
import type { AffiliateTables, PartnerRow, PartnersTable } from '../db/schema.ts';
import type { AffiliateDeps } from '../deps.ts';
import { learnEmails } from '../ledger/learn-emails.ts';
import { lockAccount } from '../ledger/lock.ts';
import { newId } from '../ledger/new-id.ts';
import { chooseCode } from './choose-code.ts';
import { toAffiliate } from './to-affiliate.ts';

type Application = z.output<typeof affiliateApplicationBody>;

/** Maximum number of attempts to generate an unused code. Collisions are rare: the random part has 810,000 values. */
const codeTries = 8;

/**
 * Turns a member into a partner immediately. Returns the existing partner record if the member is already a partner.
 * @throws AppError `unauthorized` if the account is deleted
 */
export async function apply(
  deps: AffiliateDeps,
  identity: ForwardedIdentity,
  application: Application,
): Promise<AffiliateApplicationAnswer> {
  const { partner, isNew } = await deps.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, identity.accountId);
    if (account.deletedAt) throw new AppError('unauthorized');
    const existing = await trx
      .selectFrom('partners')
      .selectAll()
      .where('accountId', '=', identity.accountId)
      .executeTakeFirst();
    if (existing) return { partner: existing, isNew: false };
    await learnEmails(trx, account, [identity.email, application.email]);
    const { accountId } = identity;
    return {
      partner: await insert(trx, { ...application, accountId, createdAt: deps.clock() }),
      isNew: true,
    };
  });
  const { referralLink, ...affiliate } = toAffiliate(partner, deps.config.publicUrl);
  const message = isNew
    ? 'Your application is approved. Share your link to start earning.'
    : 'You are already a partner. This is your link.';
  return { success: true, message, referralLink, affiliate };
}

type Given = Omit<Insertable<PartnersTable>, 'id' | 'code' | 'commissionPercent'>;

async function insert(trx: Transaction<AffiliateTables>, given: Given): Promise<PartnerRow> {
  for (let tries = 0; tries < codeTries; tries += 1) {
    const partner = await trx
      .insertInto('partners')
      .values({
        ...given,
        id: newId('pn'),
        code: chooseCode(given.name),
        commissionPercent: affiliateProgram.commissionPercent,
      })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (partner) return partner;
  }
  throw new Error('failed to generate a unique affiliate code');
}
