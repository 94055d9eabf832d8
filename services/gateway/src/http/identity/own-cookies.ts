import { cookieName } from '@gossamer/contracts/locales';
import type { FastifyRequest } from 'fastify';

/** How our cookies are named, and what browsers are told of each: no script reads them, no other site sends them along. */
export function ownCookies(publicUrl: string) {
  const secure = new URL(publicUrl).protocol === 'https:';
  return {
    named: (name: string): string => cookieName(name, secure),
    attributes: { path: '/', httpOnly: true, sameSite: 'lax', secure } as const,
  };
}

/** Returns a choice that the browser keeps in a cookie, also one that an earlier version wrote without the prefix. */
export const readPreference = ({ cookies }: FastifyRequest, name: string): string | undefined =>
  cookies[cookieName(name, true)] ?? cookies[name];
