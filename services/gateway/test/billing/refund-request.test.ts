import { billingSummary } from '@gossamer/contracts/billing';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { post, roomy, send, signUp, type TestMember } from '../accounts/people.ts';
import { json, startGateway, type TestGateway } from '../gateway.ts';
import { type Mailbox, openMailbox } from '../mail/mailbox.ts';
import {
  refundFacts,
  refusal,
  sellingBy,
  startBilling,
  summary,
  type TestBilling,
} from './billing-server.ts';

let billing: TestBilling;
let gateway: TestGateway;
let mailbox: Mailbox;
const support = 'help@gossamer.example';
let invoices = 0;

beforeAll(async () => {
  billing = await startBilling();
  mailbox = await openMailbox();
  gateway = await startGateway({ ...roomy, ...sellingBy(billing), ...mailbox.env, SUPPORT_EMAIL: support });
  return async () => {
    await gateway.close();
    await billing.close();
    await mailbox.close();
  };
});

afterEach(() => billing.reset());

/** Signs up a member and sets up the fake billing service to accept a refund request. */
async function payer(more: Record<string, unknown> = {}): Promise<TestMember & { invoiceId: string }> {
  invoices += 1;
  const invoiceId = `in_of_${invoices}`;
  billing.play('POST /refund-requests', { status: 200, body: { ...refundFacts, invoiceId } });
  return { ...(await signUp(gateway, more)), invoiceId };
}

const ask = (member: TestMember, body: unknown = { reason: 'No use for it.' }) =>
  post(member.browser, '/api/billing/refund-request', body);
/** Returns the emails about the refund request. Excludes the email that confirms the address. */
async function received(member: TestMember) {
  const toMember = await mailbox.receive(gateway, member.email);
  return { toMember: toMember.filter(({ token }) => !token) };
}
const waiting = (invoiceId: string) =>
  gateway.servers.sql("select kind from mails where details->>'invoiceId' = $1 order by kind", [invoiceId]);

const isRequested = async (member: TestMember) =>
  billingSummary.parse(await (await member.browser('/api/billing')).json()).isRefundRequested;

describe('a refund request', () => {
  it('is emailed to support with all details, and replies go to the member', async () => {
    const member = await payer({ firstName: 'Zoë', preferredLanguage: 'ja' });
    expect((await ask(member, { reason: '  It is not\nwhat I need. <b> ' })).status).toBe(204);
    const [mail, ...more] = await mailbox.receive(gateway, support);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`Refund request: ${member.invoiceId}`);
    for (const fact of [
      ...['Zoë Lovelace', member.email, member.accountId, member.invoiceId, 'pi_1', 'cus_1', '$9.00 (USD)'],
      ...['2026-11-20T12:00:00.000Z', 'It is not\nwhat I need. <b>'],
    ]) {
      expect(mail?.text).toContain(fact);
    }
    expect(mail?.source).toMatch(new RegExp(`^Reply-To: <?${member.email}>?$`, 'im'));
  });

  it('is confirmed by an email in the member’s language', async () => {
    const member = await payer({ preferredLanguage: 'de' });
    await ask(member);
    const { toMember } = await received(member);
    expect(toMember.map(({ subject }) => subject)).toHaveLength(1);
    expect(toMember[0]?.text).toContain('9,00\u00a0$');
    expect(toMember[0]?.text).toContain('20. November 2026');
    expect(toMember[0]?.source).not.toMatch(/^Reply-To:/im);
  });

  it('does not require a reason, and is rejected if the reason is too long', async () => {
    const member = await payer();
    const long = await ask(member, { reason: 'x'.repeat(2_001) });
    expect(long.status).toBe(400);
    expect(await json(long)).toMatchObject({
      code: 'invalid_reason',
      field: 'reason',
      details: { max: 2000 },
    });
    expect(billing.calls).toEqual([]);
    expect((await ask(member, {})).status).toBe(204);
    expect(billing.calls).toHaveLength(1);
  });

  it('is accepted only once per payment, even after its emails have been sent', async () => {
    const member = await payer();
    const statuses = (await Promise.all([ask(member), ask(member), ask(member)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([204, 409, 409]);
    expect(await waiting(member.invoiceId)).toEqual([{ kind: 'refundRequest' }, { kind: 'refundRequested' }]);
    await mailbox.receive(gateway, support);
    expect(await waiting(member.invoiceId)).toEqual([]);
    const again = await ask(member);
    expect([again.status, (await json(again)).code]).toEqual([409, 'refund_already_requested']);
    expect(await waiting(member.invoiceId)).toEqual([]);
  });

  it('can be repeated if its emails cannot be stored', async () => {
    const member = await payer();
    await gateway.servers.sql('alter table mails rename to mails_renamed');
    expect((await ask(member)).status).toBe(500);
    await gateway.servers.sql('alter table mails_renamed rename to mails');
    expect(await waiting(member.invoiceId)).toEqual([]);
    expect(await isRequested(member)).toBe(false);
    expect((await ask(member)).status).toBe(204);
    expect(await waiting(member.invoiceId)).toHaveLength(2);
    expect(await isRequested(member)).toBe(true);
  });

  it('is shown on the member’s account page until the refund period ends', async () => {
    const other = await payer();
    const member = await payer();
    expect((await ask(member)).status).toBe(204);
    expect([await isRequested(member), await isRequested(other)]).toEqual([true, false]);
    billing.play('GET /summary', { status: 200, body: { ...summary, refundableUntil: null } });
    expect(await isRequested(member)).toBe(false);
  });

  it('causes no email if billing rejects the request', async () => {
    const member = await payer();
    billing.play('POST /refund-requests', refusal('refund_not_possible', { details: { days: 30 } }));
    const response = await ask(member);
    expect(response.status).toBe(409);
    expect(await json(response)).toMatchObject({
      code: 'refund_not_possible',
      details: { days: 30 },
      message: expect.stringContaining('30 days'),
    });
    expect(await waiting(member.invoiceId)).toEqual([]);
  });

  it('reaches support even if the account is deleted afterwards', async () => {
    await mailbox.receive(gateway, support);
    const member = await payer();
    await ask(member);
    const body = { currentPassword: 'correct horse battery' };
    expect((await send(member.browser, 'DELETE', '/api/auth/user', body)).status).toBe(204);
    expect(await waiting(member.invoiceId)).toEqual([{ kind: 'refundRequest' }]);
    expect(
      await gateway.servers.sql('select 1 from refund_requests where invoice_id = $1', [member.invoiceId]),
    ).toEqual([]);
    expect(await mailbox.receive(gateway, support)).toHaveLength(1);
  });
});
