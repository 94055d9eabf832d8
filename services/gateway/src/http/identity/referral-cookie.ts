import { Signer } from '@fastify/cookie';
import { affiliateProgram } from '@gossamer/contracts/affiliate';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ownCookies } from './own-cookies.ts';

const lifetimeSeconds = affiliateProgram.cookieDays * 24 * 3_600;

/**
 * Cookie that stores the code of the partner whose link a visitor opened first: `<code>.<unix seconds>`, signed. The
 * signed time limits its validity, even if the browser keeps the cookie longer.
 */
export interface ReferralCookie {
  /** Returns the partner's code, or undefined if the cookie is missing, invalid or expired. */
  read(request: FastifyRequest, now: Date): string | undefined;
  give(reply: FastifyReply, code: string, now: Date): void;
  take(reply: FastifyReply): void;
}

/**
 * Creates the referral cookie.
 * @param key used only for this cookie, so that signatures of other cookies are not valid
 */
export function referralCookie(publicUrl: string, key: Uint8Array): ReferralCookie {
  const { named, attributes } = ownCookies(publicUrl);
  const name = named('referral');
  const signer = new Signer(Buffer.from(key));
  return {
    read: (request, now) => {
      const { valid, value } = signer.unsign(request.cookies[name] ?? '');
      const [, code, touchedAt] = /^([0-9A-Z]{4,20})\.(\d{1,12})$/.exec((valid && value) || '') ?? [];
      const ageSeconds = now.getTime() / 1_000 - Number(touchedAt);
      return ageSeconds < lifetimeSeconds ? code : undefined;
    },
    give: (reply, code, now) => {
      const value = signer.sign(`${code}.${Math.floor(now.getTime() / 1_000)}`);
      reply.setCookie(name, value, { ...attributes, maxAge: lifetimeSeconds });
    },
    take: (reply) => void reply.clearCookie(name, attributes),
  };
}
