import type { DeviceResult } from '@gossamer/contracts/stats';
import { sql } from 'kysely';
import type { GatewayDeps } from '../../deps.ts';
import type { Member } from '../../http/identity/identity.ts';
import { lockMember } from '../../http/identity/lock-account.ts';
import { countAttempt } from '../../limits/attempts.ts';
import { windowStart } from '../../limits/windows.ts';

const resultsAnHour = 2_000;

/** Stores whether images that the member's devices compress are included in the member's statistics. */
export async function setDeviceCounting(
  { db }: GatewayDeps,
  { account }: Member,
  isCounted: boolean,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ countsDeviceResults: isCounted })
    .where('id', '=', account.id)
    .execute();
}

/**
 * Adds an image that the member's device compressed to the member's statistics of today, if the member has chosen this.
 * Nothing else about the image is known or stored. The account is locked, so that nothing is added after its deletion.
 * @throws AppError `too_many_attempts`
 */
export async function countDeviceResult(
  deps: GatewayDeps,
  member: Member,
  { originalBytes, resultBytes }: DeviceResult,
): Promise<void> {
  const { account, owner } = member;
  if (!account.countsDeviceResults) return;
  await countAttempt(deps, [
    { kind: 'deviceResult', subject: owner, allowance: resultsAnHour, windowMs: 3_600_000 },
  ]);
  const day = windowStart(deps.clock()).toISOString().slice(0, 10);
  const savedBytes = Math.max(0, originalBytes - resultBytes);
  await deps.db.transaction().execute(async (trx) => {
    await lockMember(trx, member);
    await sql`
      insert into compression_sums as sums (owner, day, compressions, saved_bytes, reduction_percent)
      values (${owner}, ${day}::date, 1, ${savedBytes}::bigint, 100.0 * ${savedBytes}::bigint / ${originalBytes}::bigint)
      on conflict (owner, day) do update set
        compressions = sums.compressions + excluded.compressions,
        saved_bytes = sums.saved_bytes + excluded.saved_bytes,
        reduction_percent = sums.reduction_percent + excluded.reduction_percent`.execute(trx);
  });
}
