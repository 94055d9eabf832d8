import { createHmac } from 'node:crypto';
import { AppError } from '@gossamer/service-kit/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayDeps } from '../deps.ts';
import { deriveKey } from '../http/identity/derive-key.ts';
import { tryAttempt } from '../limits/attempts.ts';
import type { AffiliateClient, Click } from './affiliate-client.ts';
import { addressClicks } from './attempt-limits.ts';

/**
 * Has a click of a partner's link counted, and remembers the first one in the visitor's browser. Members have been won
 * already, and pages that a browser fetches ahead were not looked at. Beyond the limit nothing happens.
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
  // A program that keeps no cookies would be a new visitor each time.
  const visitorKey = cookies.readVisitor(request) ?? request.addressSubject;
  const now = clock();
  const networkKey = networkOfDay(deps, request.addressSubject, now);
  if (!(await mayBePartners(affiliate, request, { code, visitorKey, networkKey }))) return;
  if (referral.read(request, now) === undefined) referral.give(reply, code, now);
}

/** The address's network as affiliate knows it: another one every day, so that no two days can be put together. */
function networkOfDay({ config }: GatewayDeps, addressSubject: string, now: Date): string {
  const day = now.toISOString().slice(0, 10);
  return createHmac('sha256', deriveKey(config.secret, 'click'))
    .update(`${day} ${addressSubject}`)
    .digest('base64url');
}

/** True also when nobody can say: an outage costs no partner a member, and a code of nobody's earns nothing. */
async function mayBePartners(
  affiliate: AffiliateClient,
  { id, headers, log }: FastifyRequest,
  click: Omit<Click, 'userAgent'>,
): Promise<boolean> {
  try {
    return await affiliate.noteClick(id, { ...click, userAgent: headers['user-agent'] ?? '' });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error.cause, code: error.code }, 'click not counted');
    return true;
  }
}

function isFetchedAhead({ headers }: FastifyRequest): boolean {
  return /\b(prefetch|prerender)\b/i.test(String(headers['sec-purpose'] ?? ''));
}
