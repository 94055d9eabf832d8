import type { PlanState } from '@gossamer/contracts/billing';
import { facts } from '@gossamer/contracts/facts';
import type { Plan } from '@gossamer/contracts/limits';
import { type InboxTables, noteVersion } from '@gossamer/service-kit/events/inbox';
import type { Kysely, Transaction } from 'kysely';
import type { GatewayTables } from '../db/schema.ts';

/** Sets an account's plan. Does nothing if the account was deleted. */
export async function setPlan(trx: Transaction<GatewayTables>, accountId: string, plan: Plan): Promise<void> {
  await trx.updateTable('accounts').set({ plan }).where('id', '=', accountId).execute();
}

/**
 * Applies the plan contained in a response from billing, so that a member who has just paid does not have to wait for
 * the fact (domain event) `plan.changed`. Response and fact have the same version, so whichever arrives second is
 * ignored, and an older plan never overwrites a newer one.
 */
export async function applyPlan(
  db: Kysely<GatewayTables>,
  accountId: string,
  { plan, planVersion }: PlanState,
): Promise<void> {
  // Version 0 means that billing has never published a plan for the account.
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
