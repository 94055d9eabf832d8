import type { ForwardedIdentity } from '@gossamer/service-kit/identity';
import type { AffiliateDeps } from '../deps.ts';

/** Everything that is kept about a member as a partner, for the member's own export. */
export async function exportPartner({ db }: AffiliateDeps, { accountId }: ForwardedIdentity) {
  const partner = await db
    .selectFrom('partners')
    .select(['id', 'code', 'name', 'email', 'website', 'description', 'payoutEmail', 'createdAt'])
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  if (!partner) return { affiliate: null };
  const { id, ...kept } = partner;
  const payouts = await db
    .selectFrom('payouts')
    .select(['period', 'amountCents', 'payoutEmail', 'status', 'settledAt'])
    .where('partnerId', '=', id)
    .orderBy('period')
    .execute();
  return { affiliate: { ...kept, payouts } };
}
