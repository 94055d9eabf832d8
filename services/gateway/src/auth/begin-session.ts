import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { GatewayTables } from '../db/schema.ts';
import type { GatewayDeps } from '../deps.ts';
import type { SessionClaims } from '../identity/session-token.ts';
import { endSession, openSession } from '../identity/sessions.ts';
import { linkVisitor } from './link-visitor.ts';

/** Who a browser was until now: what a login takes over, and what it ends. */
export interface Before {
  visitorId: string | undefined;
  sessionId: string | undefined;
}

export function whoBefore(request: FastifyRequest, { cookies }: GatewayDeps): Before {
  const { identity } = request;
  return identity.kind === 'member'
    ? { visitorId: cookies.readVisitor(request), sessionId: identity.sessionId }
    : { visitorId: identity.visitorId, sessionId: undefined };
}

/** Opens a session of an account that the transaction has written or holds, and links what the visitor has sent. */
export async function beginSession(
  trx: Transaction<GatewayTables>,
  accountId: string,
  before: Before,
  now: Date,
): Promise<SessionClaims> {
  if (before.sessionId !== undefined) await endSession(trx, before.sessionId);
  if (before.visitorId) await linkVisitor(trx, before.visitorId, accountId, now);
  return openSession(trx, accountId, now);
}
