import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignedUrlOptions } from './storage.ts';

/** Whoever holds the secret makes and checks links. */
export interface LinkSigner {
  /** Where links point to; the key follows. */
  baseUrl: string;
  secret: string;
}

/** What a link that holds gives: an object, and the headers it is sent with. */
export interface SignedLink {
  key: string;
  contentType: string;
  contentDisposition: string;
}

/** `<baseUrl>/<key>?expires=<unix seconds>&type=…&disposition=…&signature=…` */
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

/** The link's object, or undefined when it was not made by this secret, was changed, or its time is over. */
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

/** The parts are joined by a byte that none of them can hold. */
function sign(secret: string, link: SignedLink, expires: number): string {
  const text = ['link-v1', link.key, expires, link.contentType, link.contentDisposition].join('\0');
  return createHmac('sha256', secret).update(text).digest('base64url');
}
