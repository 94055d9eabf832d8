import { AppError } from '@gossamer/service-kit/errors';
import { type ForwardedIdentity, identityHeader, readIdentity } from '@gossamer/service-kit/identity';
import type { FastifyRequest } from 'fastify';
import type { BillingDeps } from './deps.ts';

/** The member for whom the gateway asks; undefined when for nobody. */
export function readCaller(request: FastifyRequest, { config }: BillingDeps): ForwardedIdentity | undefined {
  const token = request.headers[identityHeader];
  return typeof token === 'string' ? readIdentity(token, 'billing', config.identitySecret) : undefined;
}

/** Also notes the member's address, where it is a new one. @throws AppError `unauthorized` */
export async function requireCaller(request: FastifyRequest, deps: BillingDeps): Promise<ForwardedIdentity> {
  const identity = readCaller(request, deps);
  if (!identity) throw new AppError('unauthorized');
  // The address by which the operator finds an account is the one that it has now.
  await deps.db
    .updateTable('accounts')
    .set({ email: identity.email })
    .where('accountId', '=', identity.accountId)
    .where('email', '!=', identity.email)
    .execute();
  return identity;
}
