import { AppError } from '@gossamer/service-kit/errors';
import { type ForwardedIdentity, identityHeader, readIdentity } from '@gossamer/service-kit/identity';
import type { FastifyRequest } from 'fastify';
import type { AffiliateDeps } from './deps.ts';

/** Returns the member on whose behalf the gateway sends the request. @throws AppError `unauthorized` */
export function requireCaller(request: FastifyRequest, { config }: AffiliateDeps): ForwardedIdentity {
  const token = request.headers[identityHeader];
  const identity =
    typeof token === 'string' ? readIdentity(token, 'affiliate', config.identitySecret) : undefined;
  if (!identity) throw new AppError('unauthorized');
  return identity;
}
