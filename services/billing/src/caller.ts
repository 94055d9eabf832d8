import { AppError } from '@gossamer/service-kit/errors';
import { type ForwardedIdentity, identityHeader, readIdentity } from '@gossamer/service-kit/identity';
import type { FastifyRequest } from 'fastify';
import type { BillingDeps } from './deps.ts';

/** Returns the member on whose behalf the gateway sends the request, or undefined for a visitor. */
export function readCaller(request: FastifyRequest, { config }: BillingDeps): ForwardedIdentity | undefined {
  const token = request.headers[identityHeader];
  return typeof token === 'string' ? readIdentity(token, 'billing', config.identitySecret) : undefined;
}

/**
 * Returns the member who sent the request, and stores the member's email address if it has changed.
 * @throws AppError `unauthorized`
 */
export async function requireCaller(request: FastifyRequest, deps: BillingDeps): Promise<ForwardedIdentity> {
  const identity = readCaller(request, deps);
  if (!identity) throw new AppError('unauthorized');
  // Store the current email address, because operators look up accounts by email address.
  await deps.db
    .updateTable('accounts')
    .set({ email: identity.email })
    .where('accountId', '=', identity.accountId)
    .where('email', '!=', identity.email)
    .execute();
  return identity;
}
