import type { MailKind, MailRow } from '../db/schema.ts';
import type { GatewayDeps } from '../deps.ts';
import { claimMails, deleteMail, makeToken, postponeMail } from './claim-mails.ts';
import { renderMail } from './render-mail.ts';

type MailDeps = Pick<GatewayDeps, 'db' | 'clock' | 'config' | 'mailer' | 'logger'>;

const batchSize = 5;
const firstRetryMs = 30_000;
const longestRetryMs = 3_600_000;
const giveUpMs = 24 * 3_600_000;

/**
 * Sends all due emails. Delivery is at least once: after a crash, an email may be sent twice, but it is never lost.
 * Returns the number of emails sent.
 */
export async function sendDueMails(deps: MailDeps): Promise<number> {
  let sent = 0;
  for (;;) {
    const mails = await claimMails(deps.db, deps.clock(), batchSize);
    const outcomes = await Promise.all(mails.map((mail) => sendOrPostpone(deps, mail)));
    sent += outcomes.filter(Boolean).length;
    if (mails.length < batchSize) return sent;
  }
}

async function sendOrPostpone(deps: MailDeps, mail: MailRow): Promise<boolean> {
  try {
    const isSent = await send(deps, mail);
    await deleteMail(deps.db, mail.id);
    return isSent;
  } catch (error) {
    await postpone(deps, mail, error);
    return false;
  }
}

/** Sends a claimed email. Returns false if its link was revoked. */
async function send(deps: MailDeps, mail: MailRow): Promise<boolean> {
  const target = await targetOf(deps, mail);
  if (target === undefined) return false;
  const rendered = await renderMail(mail, target.link, deps.config.supportEmail);
  await deps.mailer.send({
    id: mail.id,
    kind: mail.kind,
    to: mail.email,
    ...replyToOf(deps, mail),
    ...rendered,
  });
  return true;
}

/**
 * Returns the Reply-To address of an email. Support's replies are sent to the member. Members' replies are sent to
 * support if the email is about something they may need help with.
 */
function replyToOf({ config }: MailDeps, { kind, details }: MailRow): { replyTo?: string } {
  if (kind === 'payoutEmailChanged' || kind === 'emailChanged') return { replyTo: config.supportEmail };
  return kind === 'refundRequest' && details && 'email' in details ? { replyTo: details.email } : {};
}

/**
 * Kinds of emails that contain a link to the password reset, because somebody other than the member may have made the
 * reported change.
 */
const setsPassword: MailKind[] = ['passwordChanged', 'payoutEmailChanged', 'apiKeyCreated'];
const withoutLink: MailKind[] = ['accountDeleted', 'emailChanged', 'refundRequested', 'refundRequest'];

/**
 * Returns the URL of the link in an email, if it has a link. Returns undefined if the link was revoked. Links use the
 * configured public URL, never the Host header of a request.
 */
async function targetOf(deps: MailDeps, mail: MailRow): Promise<{ link?: string } | undefined> {
  const { kind } = mail;
  if (withoutLink.includes(kind)) return {};
  if (setsPassword.includes(kind)) return { link: new URL('/forgot-password', deps.config.publicUrl).href };
  if (kind === 'webhookDisabled') return { link: new URL('/account#webhooks', deps.config.publicUrl).href };
  if (kind !== 'verify' && kind !== 'reset') throw new Error(`mail ${kind} has no link`);
  const token = await makeToken(deps.db, mail, kind, deps.clock());
  if (token === undefined) return undefined;
  const url = new URL(kind === 'reset' ? '/reset-password' : '/verify-email', deps.config.publicUrl);
  url.searchParams.set('token', token);
  return { link: url.href };
}

/**
 * Postpones an email with exponential backoff. Only the response code is logged, because mail servers include email
 * addresses in their responses.
 */
async function postpone(deps: MailDeps, mail: MailRow, error: unknown): Promise<void> {
  const now = deps.clock();
  const about = { mailId: mail.id, kind: mail.kind, attempts: mail.attempts, fault: faultOf(error) };
  if (now.getTime() - mail.createdAt.getTime() >= giveUpMs) {
    await deleteMail(deps.db, mail.id);
    deps.logger.error(about, 'failed to send email, will not retry');
    return;
  }
  const waitMs = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(mail.attempts - 1, 20));
  await postponeMail(deps.db, mail.id, new Date(now.getTime() + waitMs));
  deps.logger.warn(about, 'postponed email');
}

function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'responseCode' in error ? error.responseCode : 'code' in error ? error.code : undefined;
  return code === undefined ? error.name : String(code);
}
