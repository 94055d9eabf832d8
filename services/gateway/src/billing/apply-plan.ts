import type { PlanState } from '@gossamer/contracts/billing';
import { facts } from '@gossamer/contracts/facts';
import type { Plan } from '@gossamer/contracts/limits';
import { type InboxTables, noteVersion } from '@gossamer/service-kit/events/inbox';
import type { Kysely, Transaction } from 'kysely';
import type { GatewayTables } from '../db/schema.ts';

/** Of an account that is gone it changes nothing. */
export async function setPlan(trx: Transaction<GatewayTables>, accountId: string, plan: Plan): Promise<void> {
  await trx.updateTable('accounts').set({ plan }).where('id', '=', accountId).execute();
}

/**
 * Applies the plan that an answer of billing carries, so that who has paid need not wait for the fact `plan.changed`.
 * By the fact's own version: whichever of the two comes second changes nothing, and an older one never undoes a newer.
 */
export async function applyPlan(
  db: Kysely<GatewayTables>,
  accountId: string,
  { plan, planVersion }: PlanState,
): Promise<void> {
  // Billing has never said anything of this account.
  if (planVersion === 0) return;
  const { stream } = facts['plan.changed'];
  await db.transaction().execute(async (trx) => {
    const isNews = await noteVersion(
      trx as unknown as Transaction<InboxTables>,
      stream,
      accountId,
      planVersion,
    );
    if (isNews) await setPlan(trx, accountId, plan);
  });
}
