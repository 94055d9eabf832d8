import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@gossamer/service-kit/logger';
import type { GatewayConfig } from '../config.ts';
import type { RenderedMail } from './lay-out.ts';

export interface OutgoingMail extends RenderedMail {
  id: string;
  kind: string;
  to: string;
  /** Reply-To address, if replies should not be sent to the sender. */
  replyTo?: string;
}

export interface Mailer {
  /** Sends an email. Resolves once the mail server has accepted it. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/**
 * Timeouts in milliseconds for the connection to the mail server. Their sum is less than the lease of a claimed email
 * (see `claim-mails.ts`).
 */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

type MailConfig = Pick<GatewayConfig, 'mail' | 'publicUrl'>;

/**
 * Creates a mailer that sends emails by SMTP. If no mail server is configured, each email is written to a file and its
 * text to the log.
 */
export function createMailer(config: MailConfig, logger: Logger): Mailer {
  return config.mail.smtpUrl === undefined
    ? createFileMailer(config, logger)
    : createSmtpMailer(config, config.mail.smtpUrl);
}

function createSmtpMailer(config: MailConfig, url: string): Mailer {
  // Load the module when the first email is sent, because the HTTP process never sends emails.
  const opening = once(async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ url, pool: true, maxConnections: 2, ...timeouts });
  });
  return {
    send: async (mail) => {
      const transport = await opening();
      await transport.sendMail(envelope(config, mail));
    },
    close: () => void opening.made?.then((transport) => transport.close()).catch(() => undefined),
  };
}

function createFileMailer(config: MailConfig, logger: Logger): Mailer {
  const opening = once(async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  });
  return {
    send: async (mail) => {
      const { id, kind, subject, text } = mail;
      if (config.mail.directory !== undefined) {
        const transport = await opening();
        const { message } = await transport.sendMail(envelope(config, mail));
        await writeMail(config.mail.directory, id, message as Buffer);
      }
      logger.info({ mailId: id, kind, subject, text }, 'skipped email: SMTP_URL is not set');
    },
    close: () => undefined,
  };
}

/**
 * Writes an email to a file atomically. Only the file's owner can read the file, because the email may contain a link
 * that grants access to an account.
 */
async function writeMail(directory: string, id: string, message: Buffer): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, `${id}.eml`);
  await writeFile(`${path}.part`, message, { mode: 0o600 });
  await rename(`${path}.part`, path);
}

function envelope({ mail: { from }, publicUrl }: MailConfig, mail: OutgoingMail) {
  const { id, to, replyTo, subject, text, html } = mail;
  return {
    from,
    // Pass the address as an object. Objects are not parsed, so the address cannot add recipients or headers.
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    html,
    // Use the same Message-ID for every attempt, so that mail servers and clients recognize duplicates.
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Returns a function that creates a value on its first call and returns the same value on all later calls. */
function once<T>(make: () => Promise<T>) {
  const state = Object.assign(
    (): Promise<T> => {
      state.made ??= make();
      return state.made;
    },
    { made: undefined as Promise<T> | undefined },
  );
  return state;
}
