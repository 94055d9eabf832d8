import type { FastifyReply } from 'fastify';
import { type Html, page } from './html.ts';

/** Sends a page. Forms of a page with `no-referrer` would come without their origin, which the product wants to see. */
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
