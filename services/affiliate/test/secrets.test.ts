import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { waitFor } from '@gossamer/testkit/wait';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { becomePartner, browser, call, identitySecret, newcomer, type TestAffiliate } from './affiliate.ts';
import { earn, type Partner, type PayingAffiliate, startPaying } from './earning.ts';
import type { PaypalFault } from './fake-paypal.ts';

let affiliate: PayingAffiliate;
let log = '';
beforeAll(async () => {
  affiliate = await startPaying();
});
afterAll(() => affiliate.close());

/** Starts the affiliate service as a separate process with log level `trace`. It processes payouts on startup. */
async function withProcess(work: (process: TestAffiliate) => Promise<unknown>): Promise<void> {
  const env = { ...affiliate.env, AFFILIATE_PORT: '0', LOG_LEVEL: 'trace' };
  const child = fork(join(import.meta.dirname, '../src/main.ts'), [], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = once(child, 'exit');
  child.stdout?.on('data', (chunk: Buffer) => (log += chunk));
  child.stderr?.on('data', (chunk: Buffer) => (log += chunk));
  const [ready] = (await once(child, 'message')) as [{ port: number }];
  await work({ ...affiliate, url: `http://127.0.0.1:${ready.port}` });
  child.kill('SIGTERM');
  await ended;
}

const hasLogged = (text: string) => waitFor(text, () => log.includes(text));

it('the log contains no secrets and no email addresses, even if calls to PayPal fail', async () => {
  const partners: Partner[] = [];
  for (let count = 0; count < 3; count += 1) {
    const partner = await becomePartner(affiliate);
    await earn(affiliate, partner, 3_000);
    partners.push(partner);
  }
  const [faulty, returned] = partners as [Partner, Partner, Partner];
  await affiliate.servers.sql(`update partners set payout_email = 'nowhere@payouts' where code = $1`, [
    faulty.code,
  ]);
  const echo = partners.map(({ who }) => `pay.${who.email}`).join(' ');
  const faults: [PaypalFault, string][] = [
    [{ status: 401, body: `{"error":"invalid_client","error_description":"${echo}"}` }, 'invalid_client'],
    [{ status: 500, body: `${echo} ${affiliate.paypal.clientSecret}` }, 'HTTP 500'],
    ['cut-after-effect', 'UND_ERR_SOCKET'],
  ];
  for (const [fault, said] of faults) {
    affiliate.paypal.setFault(() => fault);
    await withProcess(() => hasLogged(said));
  }
  affiliate.paypal.setFault(undefined);
  await withProcess(() => hasLogged('paypal rejected payout batch'));
  await waitFor('the others', () => affiliate.paypal.batches().length === 1);
  const [batch] = affiliate.paypal.batches();
  const item = batch?.items.find(({ receiver }) => receiver === `pay.${returned.who.email}`);
  affiliate.paypal.setItemStatus(item?.sender_item_id ?? '', 'RETURNED');
  await withProcess(() => hasLogged('paypal returned payout'));
  affiliate.paypal.setBatchStatus(batch?.paypalBatchId ?? '', 'DENIED');
  await withProcess(() => hasLogged('paypal denied payout batch'));

  const visitorKey = 'a-visitor-of-198.51.100.7';
  await withProcess(async (process) => {
    const { who, code } = await becomePartner(process);
    partners.push({ who, code });
    await call(process, newcomer(), 'GET', `/dashboards/${code}`);
    await call(process, who, 'PUT', `/dashboards/${code}/payout-email`, {
      payoutEmail: '=refused@example.com',
    });
    await call(process, who, 'POST', '/partners', { name: '', email: 'refused@example.com' });
    await call(process, undefined, 'POST', '/clicks', { code, visitorKey, userAgent: browser });
    await hasLogged('/clicks');
  });

  const addresses = [
    ...partners.flatMap(({ who }) => [who.email, `pay.${who.email}`, `contact.${who.email}`]),
    ...['nowhere@payouts', 'refused@example.com'],
  ];
  const password = new URL(affiliate.servers.databaseUrl).password;
  const { clientId, clientSecret } = affiliate.paypal;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const secrets = [clientSecret, basic, identitySecret, visitorKey, ...(password ? [password] : [])];
  for (const secret of [...addresses, ...secrets])
    expect([secret, log.includes(secret)]).toEqual([secret, false]);
  expect(log).not.toMatch(/A21AA|Bearer|@example\.com/);
});
