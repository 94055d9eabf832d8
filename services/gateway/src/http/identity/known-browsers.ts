import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountRow } from '../../db/schema.ts';
import { newId } from './new-id.ts';
import { ownCookies } from './own-cookies.ts';

type KnownAccount = Pick<AccountRow, 'id' | 'passwordHash'>;

/**
 * Cookie that records the browsers in which an account's password was entered correctly, so that guesses from other
 * browsers do not lock out the owner. The cookie is kept on logout and becomes invalid when the password changes. It
 * does not contain account ids: each entry is `<browser id>.<unix seconds>.<signature>`, and the signature key depends
 * on the account.
 */
export interface KnownBrowsers {
  /** Returns the browser id for the account, or undefined if this browser is not known for the account. */
  find(request: FastifyRequest, account: KnownAccount, now: Date): string | undefined;
  /** Adds or renews the browser's entry for an account. Only entries of the most recent accounts are kept. */
  give(request: FastifyRequest, reply: FastifyReply, account: KnownAccount, now: Date): void;
}

const lifetimeSeconds = 400 * 24 * 3_600;
/** Maximum number of accounts in the cookie of one browser. */
const maxAccounts = 5;

/**
 * Creates the known-browser cookie.
 * @param key used only for this cookie, so that signatures of other cookies are not valid
 */
export function knownBrowsers(publicUrl: string, key: Uint8Array): KnownBrowsers {
  const { named, attributes } = ownCookies(publicUrl);
  const name = named('known');
  const sign = ({ id, passwordHash }: KnownAccount, browserId: string, givenAt: number) =>
    createHmac('sha256', key)
      .update(JSON.stringify([id, passwordHash, browserId, givenAt]))
      .digest('base64url');
  const isSigned = (account: KnownAccount, { browserId, givenAt, signature }: Entry) => {
    const expected = Buffer.from(sign(account, browserId, givenAt));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  const findEntry = (request: FastifyRequest, account: KnownAccount, now: Date) =>
    readEntries(request.cookies[name]).find(
      (entry) => now.getTime() / 1_000 - entry.givenAt < lifetimeSeconds && isSigned(account, entry),
    );
  return {
    find: (request, account, now) => findEntry(request, account, now)?.browserId,
    give: (request, reply, account, now) => {
      const known = findEntry(request, account, now);
      const others = readEntries(request.cookies[name]).filter(({ text }) => text !== known?.text);
      const browserId = known?.browserId ?? newId();
      const givenAt = Math.floor(now.getTime() / 1_000);
      const entry = `${browserId}.${givenAt}.${sign(account, browserId, givenAt)}`;
      const value = [entry, ...others.map(({ text }) => text)].slice(0, maxAccounts).join('~');
      reply.setCookie(name, value, { ...attributes, maxAge: lifetimeSeconds });
    },
  };
}

interface Entry {
  text: string;
  browserId: string;
  givenAt: number;
  signature: string;
}

function readEntries(cookie: string | undefined): Entry[] {
  const texts = cookie?.split('~', maxAccounts) ?? [];
  return texts.flatMap((text) => {
    const [, browserId, givenAt, signature] = /^([0-9a-z]{32})\.(\d{1,12})\.([\w-]{43})$/.exec(text) ?? [];
    if (browserId === undefined || givenAt === undefined || signature === undefined) return [];
    return [{ text, browserId, givenAt: Number(givenAt), signature }];
  });
}
