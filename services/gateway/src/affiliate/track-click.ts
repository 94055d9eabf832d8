import { createHmac } from 'node:crypto';
import { AppError } from '@gossamer/service-kit/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayDeps } from '../deps.ts';
import { deriveKey } from '../http/identity/derive-key.ts';
import { tryAttempt } from '../limits/attempts.ts';
import type { AffiliateClient, Click } from './affiliate-client.ts';
import { addressClicks } from './attempt-limits.ts';

/**
 * Counts a click on a partner's link and stores the first partner's code in a cookie. Ignores members, prefetched pages
 * and clicks beyond the limit.
 */
export async function trackClick(
  deps: GatewayDeps,
  code: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { affiliate, cookies, referral, clock } = deps;
  if (!affiliate || request.identity.kind === 'member' || isFetchedAhead(request)) return;
  if (!(await tryAttempt(deps.db, addressClicks(request.addressSubject), clock()))) return;
  // Identify clients without cookies by IP address. Otherwise, each request would count as a new visitor.
  const visitorKey = cookies.readVisitor(request) ?? request.addressSubject;
  const now = clock();
  const networkKey = networkOfDay(deps, request.addressSubject, now);
  if (!(await mayBePartners(affiliate, request, { code, visitorKey, networkKey }))) return;
  if (referral.read(request, now) === undefined) referral.give(reply, code, now);
}

/**
 * Returns the key that identifies a network to the affiliate service. The key changes daily, so that clicks on
 * different days cannot be linked.
 */
function networkOfDay({ config }: GatewayDeps, addressSubject: string, now: Date): string {
  const day = now.toISOString().slice(0, 10);
  return createHmac('sha256', deriveKey(config.secret, 'click'))
    .update(`${day} ${addressSubject}`)
    .digest('base64url');
}

/**
 * Returns whether a code may belong to a partner. Also returns true while the affiliate service is unavailable, so that
 * no referral is lost.
 */
async function mayBePartners(
  affiliate: AffiliateClient,
  { id, headers, log }: FastifyRequest,
  click: Omit<Click, 'userAgent'>,
): Promise<boolean> {
  try {
    return await affiliate.noteClick(id, { ...click, userAgent: headers['user-agent'] ?? '' });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error.cause, code: error.code }, 'failed to count referral click');
    return true;
  }
}

function isFetchedAhead({ headers }: FastifyRequest): boolean {
  return /\b(prefetch|prerender)\b/i.test(String(headers['sec-purpose'] ?? ''));
}
