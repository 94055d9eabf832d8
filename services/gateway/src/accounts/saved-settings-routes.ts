import {
  maxSavedSettings,
  type SavedSettings,
  savedSettingsNameKey,
  savedSettingsRequest,
} from '@gossamer/contracts/saved-settings';
import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import type { z } from 'zod';
import type { SavedSettingsRow } from '../db/saved-settings-table.ts';
import type { GatewayDeps } from '../deps.ts';
import { type Member, requireMember } from '../http/identity/identity.ts';
import { lockMember } from '../http/identity/lock-account.ts';
import { newId } from '../http/identity/new-id.ts';
import { parseBody } from '../http/parse-body.ts';
import { countAttempt } from '../limits/attempts.ts';

const savesAnHour = 120;

/** Registers the routes for saving, listing and deleting a member's compression settings. */
export function savedSettingsRoutes(http: Http, deps: GatewayDeps): void {
  const { db } = deps;

  http.get('/api/saved-settings', async (request, reply) => {
    const { account } = requireMember(request);
    const rows = await db
      .selectFrom('savedSettings')
      .selectAll()
      .where('accountId', '=', account.id)
      .orderBy('createdAt')
      .orderBy('id')
      .execute();
    return reply.header('cache-control', 'no-store').send(rows.map(toSavedSettings));
  });

  http.post('/api/saved-settings', async (request, reply) => {
    const member = requireMember(request);
    const body = parseBody(savedSettingsRequest, request.body);
    await countAttempt(deps, [
      { kind: 'savedSettings', subject: member.owner, allowance: savesAnHour, windowMs: 3_600_000 },
    ]);
    const { row, isNew } = await saveSettings(deps, member, body);
    return reply
      .code(isNew ? 201 : 200)
      .header('cache-control', 'no-store')
      .send(toSavedSettings(row));
  });

  http.delete<{ Params: { id: string } }>('/api/saved-settings/:id', async (request, reply) => {
    const { account } = requireMember(request);
    const { numDeletedRows } = await db
      .deleteFrom('savedSettings')
      .where('id', '=', request.params.id)
      .where('accountId', '=', account.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new AppError('saved_settings_not_found');
    return reply.code(204).send();
  });
}

/**
 * Stores settings under a name, or replaces the settings that have this name. The account is locked, so that concurrent
 * requests can neither exceed the limit nor create the same name twice.
 * @throws AppError `too_many_saved_settings`
 */
async function saveSettings(
  { db, clock }: GatewayDeps,
  member: Member,
  { name, settings }: z.output<typeof savedSettingsRequest>,
): Promise<{ row: SavedSettingsRow; isNew: boolean }> {
  const accountId = member.account.id;
  const nameKey = savedSettingsNameKey(name);
  const now = clock();
  const values = { name, settings: JSON.stringify(settings), updatedAt: now };
  return db.transaction().execute(async (trx) => {
    await lockMember(trx, member);
    const replaced = await trx
      .updateTable('savedSettings')
      .set(values)
      .where('accountId', '=', accountId)
      .where('nameKey', '=', nameKey)
      .returningAll()
      .executeTakeFirst();
    if (replaced) return { row: replaced, isNew: false };
    const { count } = await trx
      .selectFrom('savedSettings')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('accountId', '=', accountId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxSavedSettings)
      throw new AppError('too_many_saved_settings', { details: { max: maxSavedSettings } });
    const row = await trx
      .insertInto('savedSettings')
      .values({ id: newId(), accountId, nameKey, createdAt: now, ...values })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { row, isNew: true };
  });
}

function toSavedSettings({ id, name, settings, createdAt, updatedAt }: SavedSettingsRow): SavedSettings {
  return {
    id,
    name,
    settings,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
