import { cookieName } from '@gossamer/contracts/locales';
import type { FastifyRequest } from 'fastify';

/**
 * Returns the names and attributes of the gateway's cookies. The cookies are HTTP-only and not sent with cross-site
 * requests.
 */
export function ownCookies(publicUrl: string) {
  const secure = new URL(publicUrl).protocol === 'https:';
  return {
    named: (name: string): string => cookieName(name, secure),
    attributes: { path: '/', httpOnly: true, sameSite: 'lax', secure } as const,
  };
}

/**
 * Returns the value of a preference cookie. Falls back to the cookie that earlier versions set, whose name has no
 * prefix.
 */
export const readPreference = ({ cookies }: FastifyRequest, name: string): string | undefined =>
  cookies[cookieName(name, true)] ?? cookies[name];
