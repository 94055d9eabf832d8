import { themeCookie } from '@gossamer/contracts/locales';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readPreference } from '../../http/identity/own-cookies.ts';
import type { Theme } from './pages/layout.ts';
import { type Asset, createAsset, digestOf, sendAsset } from './send-asset.ts';

/** A page in each theme. */
export type ThemedPage = Record<Theme, Asset>;

/** Creates a page. Its HTML is written again when it is needed, because keeping that of all pages would take megabytes. */
export function createPage(write: (theme: Theme) => string): ThemedPage {
  const inTheme = (theme: Theme) =>
    createAsset('text/html; charset=utf-8', digestOf(write(theme)), async () => Buffer.from(write(theme)));
  return { light: inTheme('light'), dark: inTheme('dark'), system: inTheme('system') };
}

/** Sends a page in the reader's theme. `origin` is that of the API. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: ThemedPage,
  origin: string,
): Promise<FastifyReply> {
  const theme = readPreference(request, themeCookie);
  setPolicy(reply, origin);
  reply.header('cache-control', 'public, no-cache').header('vary', 'Accept-Encoding, Cookie');
  return sendAsset(request, reply, page[theme === 'light' || theme === 'dark' ? theme : 'system']);
}

/**
 * Sets a stricter Content-Security-Policy than that of the app: only the gateway's own files, and no inline styles.
 * Blob images are allowed for the results of requests made on the page.
 */
function setPolicy(reply: FastifyReply, origin: string): void {
  const directives = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // Allow requests to the API's public URL even if the page was opened from a different origin.
    `connect-src 'self' ${origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  reply.header('content-security-policy', directives.join(';'));
}
