import { type Kysely, sql } from 'kysely';
import type { GatewayTables } from '../db/schema.ts';

type Db = Kysely<GatewayTables>;

/** A table whose rows determine when deliveries are due. All of them have the columns of `ClaimedDelivery`. */
export type DeliveryTable = 'deliveries' | 'resultDeliveries';

/** The columns that schedule a delivery. */
export interface ClaimedDelivery {
  id: string;
  accountId: string;
  host: string;
  attemptCount: number;
  tries: number;
}

/** Which deliveries to claim. */
export interface DeliveryQueue {
  table: DeliveryTable;
  /**
   * Lease of a claimed delivery in milliseconds. It must be longer than an attempt takes, including the recording of
   * its outcome.
   */
  leaseMs: number;
}

/** Maximum number of concurrent deliveries per process: in total, per account, and per host of an account. */
export const maxInProgress = { total: 64, perAccount: 16, perHost: 4 } as const;

/**
 * Maximum number of hosts to check per account. Deliveries to further hosts wait until one of these hosts has no due
 * deliveries.
 */
const maxHosts = 200;

type Target = Pick<ClaimedDelivery, 'accountId' | 'host'>;

/**
 * Claims due deliveries within the concurrency limits, starting with the one that has been due longest. Hosts are
 * queried one by one, so that no due deliveries are read for a host that has reached its limit. Concurrent processes
 * claim different deliveries.
 */
export async function claimDeliveries<Row extends ClaimedDelivery>(
  db: Db,
  { table, leaseMs }: DeliveryQueue,
  now: Date,
  inProgress: readonly Target[],
): Promise<Row[]> {
  const room = maxInProgress.total - inProgress.length;
  if (room <= 0) return [];
  const leasedUntil = new Date(now.getTime() + leaseMs);
  const deliveries = sql.table(table);
  const { rows } = await sql<Row>`
    with recursive targets as (
      (select account_id, host, 1 as nth from ${deliveries} where status = 'pending'
        order by account_id, host limit 1)
      union all
      select following.account_id, following.host,
        case when following.account_id = targets.account_id then targets.nth + 1 else 1 end
      from targets cross join lateral (
        (select account_id, host from ${deliveries}
          where targets.nth < ${maxHosts} and status = 'pending'
            and (account_id, host) > (targets.account_id, targets.host)
          order by account_id, host limit 1)
        union all
        (select account_id, host from ${deliveries}
          where targets.nth >= ${maxHosts} and status = 'pending' and account_id > targets.account_id
          order by account_id, host limit 1)) following
    ),
    busy as materialized (
      select account_id, host, count(*)::int as host_count,
        sum(count(*)) over (partition by account_id)::int as account_count
      from unnest(${inProgress.map(({ accountId }) => accountId)}::text[],
        ${inProgress.map(({ host }) => host)}::text[]) as given (account_id, host)
      group by account_id, host
    ),
    candidates as materialized (
      select due.id, due.next_attempt_at, targets.account_id,
        row_number() over (partition by targets.account_id order by due.next_attempt_at) as turn
      from targets
      left join busy using (account_id, host)
      cross join lateral (
        select id, next_attempt_at from ${deliveries}
        where status = 'pending' and account_id = targets.account_id and host = targets.host
          and next_attempt_at <= ${now}
        order by next_attempt_at
        limit ${maxInProgress.perHost} - coalesce(host_count, 0)) due
    ),
    chosen as (
      select id from ${deliveries}
      where status = 'pending' and next_attempt_at <= ${now} and id = any(array(
        select id from candidates
        where turn <= ${maxInProgress.perAccount} - coalesce(
          (select max(account_count) from busy where busy.account_id = candidates.account_id), 0)
        order by next_attempt_at
        limit ${room}))
      for update skip locked
    )
    update ${deliveries} due
    set attempt_count = attempt_count + 1, tries = tries + 1,
      next_attempt_at = ${leasedUntil}, leased_until = ${leasedUntil}
    from chosen where due.id = chosen.id
    returning due.*`.execute(db);
  return rows;
}
