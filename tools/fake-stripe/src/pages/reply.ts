import type { FastifyReply } from 'fastify';
import { type Html, page } from './html.ts';

/**
 * Sends a page. Its referrer policy is not `no-referrer`, because forms would then lack the Origin header that the
 * product requires.
 */
export function sendPage(reply: FastifyReply, title: string, content: Html, status = 200): FastifyReply {
  return reply
    .status(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .send(page(title, content));
}
