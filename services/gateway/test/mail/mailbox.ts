import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendDueMails } from '../../src/mail/send-due-mails.ts';
import type { TestGateway } from '../gateway.ts';

export interface TestMail {
  /** Raw email message, as written to the file. */
  source: string;
  to: string;
  subject: string;
  /** Decoded text of the email. */
  text: string;
  /** Token in the emailed link. */
  token: string;
}

/** Creates a directory for emails. A gateway without a mail server writes its emails to a directory. */
export async function openMailbox() {
  const directory = await mkdtemp(join(tmpdir(), 'mails-'));
  const read = async (): Promise<TestMail[]> => {
    const names = (await readdir(directory)).filter((name) => name.endsWith('.eml'));
    return Promise.all(names.map(async (name) => parse(await readFile(join(directory, name), 'utf8'))));
  };
  return {
    directory,
    env: { MAIL_DIRECTORY: directory },
    read,
    /** Sends all due emails. Returns the emails sent to the given address since the previous call. */
    receive: async (gateway: TestGateway, email: string): Promise<TestMail[]> => {
      await sendDueMails(gateway.deps);
      const mails = (await read()).filter(({ to }) => to.toLowerCase() === email.toLowerCase());
      for (const name of await readdir(directory)) await rm(join(directory, name));
      return mails;
    },
    close: () => rm(directory, { recursive: true }),
  };
}

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

/** Parses the headers and the text of an email. */
export function parse(source: string): TestMail {
  const text = source
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(source)?.[1]?.trim() ?? '';
  return {
    source,
    text,
    to: header('To').replace(/^<|>$/g, ''),
    subject: header('Subject'),
    token: /[?&]token=([0-9a-z]{32})/.exec(text)?.[1] ?? '',
  };
}
