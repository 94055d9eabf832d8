import cookie from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { newId } from '../compression/new-id.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose request this is, as stored in rows: `visitor:<id>`. */
    owner: string;
  }
}

const maxAgeSeconds = 400 * 24 * 3_600;

/**
 * Knows visitors by a signed cookie and gives one to whoever has none, with the first page or call. The page comes
 * before any upload, so uploads that start together belong to the same visitor.
 */
export const visitorCookie = fastifyPlugin(async (http, options: { secret: string; publicUrl: string }) => {
  const isSecure = new URL(options.publicUrl).protocol === 'https:';
  const name = isSecure ? '__Host-visitor' : 'visitor';
  await http.register(cookie, { secret: options.secret });
  http.decorateRequest('owner', '');
  http.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const known = readCookie(request, name);
    const visitorId = known ?? newId();
    request.owner = `visitor:${visitorId}`;
    if (known === undefined && !isFile(request)) give(reply, visitorId);
  });

  function give(reply: FastifyReply, visitorId: string): void {
    reply.setCookie(name, reply.signCookie(visitorId), {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure,
      maxAge: maxAgeSeconds,
    });
  }
});

/** Files of the app may lie in shared caches, where nobody's cookie belongs. */
function isFile(request: FastifyRequest): boolean {
  return !/^\/(api|compressed)\//.test(request.url) && /\.\w+(\?|$)/.test(request.url);
}

function readCookie(request: FastifyRequest, name: string): string | undefined {
  const given = request.cookies[name];
  if (given === undefined) return undefined;
  const { valid, value } = request.unsignCookie(given);
  return valid && value !== null && /^[0-9a-z]{32}$/.test(value) ? value : undefined;
}
