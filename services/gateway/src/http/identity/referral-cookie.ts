import { Signer } from '@fastify/cookie';
import { affiliateProgram } from '@gossamer/contracts/affiliate';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ownCookies } from './own-cookies.ts';

const lifetimeSeconds = affiliateProgram.cookieDays * 24 * 3_600;

/**
 * Remembers the partner whose link a visitor followed first: `<code>.<unix seconds>`, signed. By the signed time it ends
 * also where the browser keeps it longer.
 */
export interface ReferralCookie {
  /** The partner's code; undefined when there is none, or none that still counts. */
  read(request: FastifyRequest, now: Date): string | undefined;
  give(reply: FastifyReply, code: string, now: Date): void;
  take(reply: FastifyReply): void;
}

/** `key`: of this cookie alone, so that no other cookie's signature is worth anything here. */
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
