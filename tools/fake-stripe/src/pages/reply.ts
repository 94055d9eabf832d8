import type { FastifyReply } from 'fastify';
import { type Html, page } from './html.ts';

/**
 * Sends an HTML page. Its referrer policy must not be `no-referrer`, because forms would then omit the Origin header
 * that the product requires.
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
