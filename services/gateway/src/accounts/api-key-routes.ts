import { type ApiKey, apiKeyRequest, maxApiKeys, type NewApiKey } from '@gossamer/contracts/api-keys';
import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import type { ApiKeyRow } from '../db/api-tables.ts';
import type { GatewayDeps } from '../deps.ts';
import { isExpired, newApiKeyToken, requirePro } from '../http/identity/api-key.ts';
import { assertEmailVerified, type Member, requireMember } from '../http/identity/identity.ts';
import { lockMember } from '../http/identity/lock-account.ts';
import { newId } from '../http/identity/new-id.ts';
import { requestMail } from '../http/identity/request-mail.ts';
import { parseBody } from '../http/parse-body.ts';
import { countAttempt } from '../limits/attempts.ts';

const keysAnHour = 60;
const dayMs = 24 * 3_600_000;

/**
 * Registers the routes for creating, listing and revoking a member's API keys. Creating a key requires Pro; the token
 * is shown only once.
 */
export function keyRoutes(http: Http, deps: GatewayDeps): void {
  const { db, clock } = deps;

  http.get('/api/keys', async (request, reply) => {
    const { account } = requireMember(request);
    const rows = await db
      .selectFrom('apiKeys')
      .selectAll()
      .where('accountId', '=', account.id)
      .orderBy('createdAt', 'desc')
      .execute();
    return reply.header('cache-control', 'no-store').send(rows.map((row) => toApiKey(row, clock())));
  });

  http.post('/api/keys', async (request, reply) => {
    const member = requirePro(requireMember(request));
    assertEmailVerified(member.account);
    const { label, scopes, expiresInDays } = parseBody(apiKeyRequest, request.body);
    await countAttempt(deps, [
      { kind: 'apiKey', subject: member.owner, allowance: keysAnHour, windowMs: 3_600_000 },
    ]);
    const now = clock();
    const { token, ...kept } = newApiKeyToken();
    const row: ApiKeyRow = {
      id: newId(),
      accountId: member.account.id,
      label,
      ...kept,
      scopes: [...new Set(scopes)],
      createdAt: now,
      lastUsedAt: null,
      expiresAt: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * dayMs),
    };
    await insertKey(deps, member, row);
    const body: NewApiKey = { ...toApiKey(row, now), token };
    return reply.code(201).header('cache-control', 'no-store').send(body);
  });

  http.delete<{ Params: { id: string } }>('/api/keys/:id', async (request, reply) => {
    const { account } = requireMember(request);
    const { numDeletedRows } = await db
      .deleteFrom('apiKeys')
      .where('id', '=', request.params.id)
      .where('accountId', '=', account.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new AppError('api_key_not_found');
    return reply.code(204).send();
  });
}

/**
 * Stores an API key and notifies the member. The account is locked, so that concurrent requests cannot exceed the key
 * limit.
 * @throws AppError
 */
async function insertKey({ db }: GatewayDeps, member: Member, row: ApiKeyRow): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const account = await lockMember(trx, member);
    const { count } = await trx
      .selectFrom('apiKeys')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('accountId', '=', row.accountId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxApiKeys)
      throw new AppError('too_many_api_keys', { details: { max: maxApiKeys } });
    await trx.insertInto('apiKeys').values(row).execute();
    const details = { keyLabel: row.label, keyCreatedAt: row.createdAt.toISOString() };
    await requestMail(trx, 'apiKeyCreated', account, row.createdAt, { details });
  });
}

function toApiKey(row: ApiKeyRow, now: Date): ApiKey {
  const { id, label, hint, scopes, createdAt, lastUsedAt, expiresAt } = row;
  return {
    id,
    label,
    hint,
    scopes,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    isExpired: isExpired(row, now),
  };
}
