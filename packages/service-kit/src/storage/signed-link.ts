import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignedUrlOptions } from './storage.ts';

/** Settings for signing and verifying links. */
export interface LinkSigner {
  /** URL prefix of links. The object key is appended. */
  baseUrl: string;
  secret: string;
}

/** Content of a valid link: an object key and the response headers. */
export interface SignedLink {
  key: string;
  contentType: string;
  contentDisposition: string;
}

/** Returns `<baseUrl>/<key>?expires=<unix seconds>&type=…&disposition=…&signature=…`. */
export function signLink(signer: LinkSigner, key: string, options: SignedUrlOptions): string {
  const { contentType, contentDisposition } = options;
  const expires = Math.floor(Date.now() / 1_000) + options.expiresInSeconds;
  const query = new URLSearchParams({
    expires: String(expires),
    type: contentType,
    disposition: contentDisposition,
    signature: sign(signer.secret, { key, contentType, contentDisposition }, expires),
  });
  return `${signer.baseUrl}/${key}?${query}`;
}

/** Returns the content of a signed link, or undefined if its signature is invalid or the link has expired. */
export function readLink(signer: LinkSigner, key: string, query: URLSearchParams): SignedLink | undefined {
  const expires = Number(query.get('expires'));
  const link = {
    key,
    contentType: query.get('type') ?? '',
    contentDisposition: query.get('disposition') ?? '',
  };
  const given = Buffer.from(query.get('signature') ?? '');
  const right = Buffer.from(sign(signer.secret, link, expires));
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  return expires * 1_000 > Date.now() ? link : undefined;
}

/** Signs the parts of a link, joined with a byte that no part can contain. */
function sign(secret: string, link: SignedLink, expires: number): string {
  const text = ['link-v1', link.key, expires, link.contentType, link.contentDisposition].join('\0');
  return createHmac('sha256', secret).update(text).digest('base64url');
}
