import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { toPublic } from '../compressions/to-public.ts';
import type { AccountRow, CompressionRow, GatewayTables } from '../db/schema.ts';
import type { GatewayDeps } from '../deps.ts';

type Db = Kysely<GatewayTables>;

const pageSize = 500;

/**
 * Exports all data stored about a member as JSON. Works page by page, so that a long history is never completely in
 * memory. `elsewhere` contains the data from other services, by service name.
 */
export function exportAccount(
  deps: Pick<GatewayDeps, 'db' | 'ownerReads'>,
  account: AccountRow,
  elsewhere: Record<string, unknown>,
): Readable {
  return Readable.from(write(deps, account, elsewhere));
}

async function* write(
  deps: Pick<GatewayDeps, 'db' | 'ownerReads'>,
  account: AccountRow,
  elsewhere: Record<string, unknown>,
): AsyncGenerator<string> {
  const { id, email, emailVerifiedAt, firstName, lastName, preferredLanguage, plan, createdAt } = account;
  const { countsDeviceResults } = account;
  const names = { id, email, emailVerifiedAt, firstName, lastName };
  const kept = { ...names, preferredLanguage, plan, countsDeviceResults, createdAt };
  const { db } = deps;
  const sessions = await db
    .selectFrom('sessions')
    .select(['createdAt', 'expiresAt'])
    .where('accountId', '=', account.id)
    .orderBy('createdAt')
    .execute();
  const savedSettings = await savedSettingsOf(db, account.id);
  const apiAccess = await apiAccessOf(db, account.id);
  const data = { account: kept, sessions, savedSettings, ...apiAccess, ...elsewhere };
  yield `${JSON.stringify(data).slice(0, -1)},"compressions":[`;
  let separator = '\n';
  for await (const rows of pages(deps, account.id)) {
    for (const row of rows) {
      yield separator +
        JSON.stringify({
          ...toPublic(row),
          settings: row.settings,
          metadata: row.metadata,
          webhookUrl: row.webhookUrl,
          deliverTo: row.deliverTo?.map(({ file, url }) => ({ file, url })) ?? null,
        });
      separator = ',\n';
    }
  }
  yield ']}\n';
}

function savedSettingsOf(db: Db, accountId: string) {
  return db
    .selectFrom('savedSettings')
    .select(['name', 'settings', 'createdAt', 'updatedAt'])
    .where('accountId', '=', accountId)
    .orderBy('createdAt')
    .execute();
}

/** Returns the member's API keys and webhooks without secrets. */
async function apiAccessOf(db: Db, accountId: string) {
  const [apiKeys, webhooks] = await Promise.all([
    db
      .selectFrom('apiKeys')
      .select(['label', 'hint', 'scopes', 'createdAt', 'lastUsedAt', 'expiresAt'])
      .where('accountId', '=', accountId)
      .orderBy('createdAt')
      .execute(),
    db
      .selectFrom('webhooks')
      .select(['label', 'url', 'eventTypes', 'disabledReason', 'createdAt'])
      .where('accountId', '=', accountId)
      .orderBy('createdAt')
      .execute(),
  ]);
  return { apiKeys, webhooks };
}

async function* pages(
  { db, ownerReads }: Pick<GatewayDeps, 'db' | 'ownerReads'>,
  accountId: string,
): AsyncGenerator<CompressionRow[]> {
  let last: CompressionRow | undefined;
  do {
    const after = last;
    const rows = await ownerReads.run(`member:${accountId}`, () => pageAfter(db, accountId, after));
    yield rows;
    last = rows.length === pageSize ? rows.at(-1) : undefined;
  } while (last);
}

function pageAfter(db: Db, accountId: string, last: CompressionRow | undefined): Promise<CompressionRow[]> {
  let query = db
    .selectFrom('compressions')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize);
  if (last) {
    query = query.where((where) =>
      where(where.refTuple('createdAt', 'id'), '<', where.tuple(last.createdAt, last.id)),
    );
  }
  return query.execute();
}
