import type { FastifyReply } from 'fastify';
import type { Allowance } from './quota.ts';
import { secondsUntil } from './windows.ts';

const dayMs = 24 * 3_600_000;

/**
 * Sets the daily quota headers (draft-ietf-httpapi-ratelimit-headers-10): limit, window, remaining compressions, and
 * seconds until the reset.
 */
export function sendRateLimit(reply: FastifyReply, { limit, used, resetsAt }: Allowance, now: Date): void {
  reply.header('ratelimit-policy', `"day";q=${limit};w=${dayMs / 1_000}`);
  reply.header('ratelimit', `"day";r=${Math.max(0, limit - used)};t=${secondsUntil(resetsAt, now)}`);
}
