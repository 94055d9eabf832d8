import { AppError } from '@gossamer/service-kit/errors';
import type { FastifyReply } from 'fastify';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { GatewayDeps } from '../deps.ts';

const windowSeconds = 60;
/** Maximum number of requests with an invalid or missing API key, per minute and IP address. */
const anonymousPerMinute = 60;

export interface RequestRate {
  /**
   * Counts `requests` (1 by default) against an account's rate limit, and sets the response headers with the number of
   * remaining requests.
   * @throws AppError `too_many_requests`
   */
  ofAccount(reply: FastifyReply, owner: string, requests?: number): Promise<void>;
  /**
   * Counts a request without a valid API key.
   * @throws AppError `too_many_requests`
   */
  ofAnonymous(reply: FastifyReply, addressSubject: string): Promise<void>;
}

/**
 * Creates a limit on requests per minute. Requests to all gateway processes are counted together in Redis. While Redis
 * is unreachable, each process counts separately.
 */
export function createRequestRate({ redis, config }: GatewayDeps): RequestRate {
  const { prefix } = config.redis;
  const limiter = (name: string, points: number) =>
    new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `${prefix}:rate:${name}`,
      points,
      duration: windowSeconds,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory({ points, duration: windowSeconds }),
    });
  const take = async (of: RateLimiterRedis, reply: FastifyReply, key: string, requests = 1) => {
    try {
      sendRate(reply, of.points, await of.consume(key, requests));
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      sendRate(reply, of.points, error);
      const retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
      throw new AppError('too_many_requests', { retryAfterSeconds, details: { max: of.points } });
    }
  };
  const accounts = limiter('account', config.api.requestsPerMinute);
  const anonymous = limiter('anonymous', anonymousPerMinute);
  return {
    ofAccount: (reply, owner, requests) => take(accounts, reply, owner, requests),
    ofAnonymous: (reply, addressSubject) => take(anonymous, reply, addressSubject),
  };
}

/** Sets the rate limit headers (draft-ietf-httpapi-ratelimit-headers-10). */
function sendRate(
  reply: FastifyReply,
  limit: number,
  { remainingPoints, msBeforeNext }: RateLimiterRes,
): void {
  reply.header('ratelimit-policy', `"minute";q=${limit};w=${windowSeconds}`);
  reply.header(
    'ratelimit',
    `"minute";r=${Math.max(0, remainingPoints)};t=${Math.max(1, Math.ceil(msBeforeNext / 1_000))}`,
  );
}
