import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cookie, Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

export type Member = { firstName: string; lastName: string; email: string; password: string };

/** Returns unique sign-up details for a person without an account. */
export function someone(): Member {
  const name = `e2e-${randomBytes(8).toString('hex')}`;
  return {
    firstName: 'Maya',
    lastName: 'Rand',
    email: `${name}@gossamer.example`,
    password: 'correct-horse',
  };
}

/** A page or browser context whose cookies are sent with requests. */
export type Requester = Pick<Page, 'request'>;

/** Creates an account through the API. This also logs the browser in. */
export async function signUp(page: Requester, changes: Partial<Member> = {}): Promise<Member> {
  const member = { ...someone(), ...changes };
  const response = await page.request.post('/api/auth/signup', {
    data: { ...member, preferredLanguage: 'en' },
  });
  expect(response.status()).toBe(201);
  return member;
}

/**
 * Returns a function that logs a page in as a shared member. `make` signs the member up on the first call. All tests in
 * this process share the member, so they must not modify it.
 */
export function sharedLogin(make: (page: Page) => Promise<unknown>): (page: Page) => Promise<void> {
  let shared: Promise<Cookie[]> | undefined;
  return async (page) => {
    shared ??= make(page).then(() => page.context().cookies());
    await page.context().addCookies(await shared);
  };
}

/** Fills in form fields by label, in the given order. */
export async function fillIn(form: Page | Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await form.getByLabel(label, { exact: true }).fill(value);
  }
}

/**
 * Waits until a field is invalid and its error message contains `message`. If `message` is null, waits until the field
 * is valid.
 */
export async function expectProblem(page: Page, label: string, message: string | null): Promise<void> {
  const problem = message === null ? null : expect.stringContaining(message);
  await expect.poll(() => readProblem(page, label), { message: label }).toEqual(problem);
}

/** Returns the accessible description of an invalid field, or null if the field is valid. */
function readProblem(page: Page, label: string): Promise<string | null> {
  return page.getByLabel(label, { exact: true }).evaluate((input) => {
    const ids = input.getAttribute('aria-describedby')?.split(' ') ?? [];
    // Search the root node instead of the document, because the payment form is in a shadow root.
    const root = input.getRootNode() as Document | ShadowRoot;
    const texts = ids.map((id) => root.getElementById(id)?.textContent ?? '');
    return input.getAttribute('aria-invalid') === 'true' ? texts.join(' ').trim() : null;
  });
}

const mailFolder = process.env.GOSSAMER_MAIL_DIR ?? join(import.meta.dirname, '../../../.gossamer/mail');

type MailedPage = '/reset-password' | '/verify-email';

/**
 * Waits until `mailCount` emails with a link to `page` have been sent to the email address. Returns the newest link.
 */
export async function mailedPath(email: string, page: MailedPage, mailCount = 1): Promise<string> {
  let paths: string[] = [];
  await expect
    .poll(async () => {
      paths = await linksTo(email, page);
      return paths.length;
    })
    .toBeGreaterThanOrEqual(mailCount);
  return paths.at(-1) ?? '';
}

/** Confirms the email address of a new account through the API, with the token from the emailed link. */
export async function confirmEmail(page: Requester, email: string): Promise<void> {
  const link = new URL(await mailedPath(email, '/verify-email'), 'http://any');
  const token = link.searchParams.get('token');
  const response = await page.request.post('/api/auth/verify-email', { data: { token } });
  expect(response.status()).toBe(204);
}

/** Returns the links to `page` in emails to the given address, oldest first. */
async function linksTo(email: string, page: MailedPage): Promise<string[]> {
  const link = new RegExp(`${page}\\?token=[0-9a-z]{32}`);
  const mails = await mailsTo(email);
  return mails.flatMap((text) => link.exec(text)?.[0] ?? []);
}

/** Returns the decoded emails to the given address, oldest first. */
export async function mailsTo(email: string): Promise<string[]> {
  const names = (await readdir(mailFolder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(
    names.map(async (name) => {
      const path = join(mailFolder, name);
      return { text: await readFile(path, 'utf8'), sentAtMs: (await stat(path)).mtimeMs };
    }),
  );
  return mails
    .filter(({ text }) => new RegExp(`^To:.*${email}`, 'im').test(text))
    .sort((one, other) => one.sentAtMs - other.sentAtMs)
    .map(({ text }) => decodeQuotedPrintable(text));
}

/** Joins soft line breaks and decodes `=3D`. Leaves other quoted-printable sequences as they are. */
function decodeQuotedPrintable(mail: string): string {
  return mail.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
}
