import { createHash } from 'node:crypto';
import { apiKeyToken } from '@gossamer/contracts/api-keys';
import { AppError } from '@gossamer/service-kit/errors';
import type { Kysely } from 'kysely';
import type { ApiKeyRow } from '../../db/api-tables.ts';
import type { AccountRow, GatewayTables } from '../../db/schema.ts';
import type { GatewayDeps } from '../../deps.ts';
import { type Member, memberOf } from './identity.ts';
import { newId } from './new-id.ts';

/** Minimum interval in milliseconds between two updates of the time at which an API key was last used. */
const noteUseMs = 60_000;
const hintChars = 4;

/** Creates an API key. Returns the token, which is shown only once, and the hash and hint, which are stored. */
export function newApiKeyToken(): { token: string; tokenHash: string; hint: string } {
  const token = `gsm_${newId()}${newId().slice(0, 8)}`;
  return { token, tokenHash: hashApiKey(token), hint: token.slice(-hintChars) };
}

/** A hash without a salt is safe, because API keys are random. */
const hashApiKey = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Returns the Pro member who owns an API key, and records that the key was used.
 * @throws AppError `invalid_api_key`; `api_key_expired`; `pro_required` if the account is no longer on Pro
 */
export async function identifyByApiKey(
  { db, clock }: Pick<GatewayDeps, 'db' | 'clock'>,
  token: string | undefined,
): Promise<Member> {
  if (!apiKeyToken.safeParse(token).success) throw new AppError('invalid_api_key');
  const tokenHash = hashApiKey(token ?? '');
  const found = await findAccount(db, tokenHash);
  if (!found) throw new AppError('invalid_api_key');
  const { lastUsedAt, scopes: keyScopes, expiresAt, ...account } = found;
  const now = clock();
  if (isExpired({ expiresAt }, now)) throw new AppError('api_key_expired');
  if (now.getTime() - (lastUsedAt?.getTime() ?? 0) > noteUseMs) await noteUse(db, tokenHash, now);
  return requirePro(memberOf(account, { keyScopes }));
}

export const isExpired = ({ expiresAt }: Pick<ApiKeyRow, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now;

/**
 * Returns the given member if the account is on Pro.
 * @throws AppError `pro_required`
 */
export function requirePro(member: Member): Member {
  if (member.tier !== 'pro') throw new AppError('pro_required');
  return member;
}

function findAccount(
  db: Kysely<GatewayTables>,
  tokenHash: string,
): Promise<(AccountRow & Pick<ApiKeyRow, 'lastUsedAt' | 'scopes' | 'expiresAt'>) | undefined> {
  return db
    .selectFrom('apiKeys')
    .innerJoin('accounts', 'accounts.id', 'apiKeys.accountId')
    .selectAll('accounts')
    .select(['apiKeys.lastUsedAt', 'apiKeys.scopes', 'apiKeys.expiresAt'])
    .where('apiKeys.tokenHash', '=', tokenHash)
    .executeTakeFirst();
}

async function noteUse(db: Kysely<GatewayTables>, tokenHash: string, now: Date): Promise<void> {
  await db.updateTable('apiKeys').set({ lastUsedAt: now }).where('tokenHash', '=', tokenHash).execute();
}
