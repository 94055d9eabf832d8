import { affiliateApplicationAnswer, ownAffiliate } from '@gossamer/contracts/affiliate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  application,
  becomePartner,
  browser,
  call,
  newcomer,
  pay,
  publishFact,
  signUp,
  startAffiliate,
  type TestAffiliate,
} from './affiliate.ts';
import { earn } from './earning.ts';

let affiliate: TestAffiliate;
beforeAll(async () => {
  affiliate = await startAffiliate();
});
afterAll(() => affiliate.close());

const apply = (who = newcomer(), given: object = {}) =>
  call(affiliate, who, 'POST', '/partners', { ...application, ...given });

const deleteAccount = ({ accountId }: { accountId: string }) =>
  publishFact(affiliate, 'account.deleted', { key: accountId, version: 2, payload: { accountId } });

describe('an affiliate application', () => {
  // Spec: 3.48, 3.49, 3.50
  it('is approved immediately and returns the referral link', async () => {
    const { status, body } = await apply();
    expect(status).toBe(200);
    expect(affiliateApplicationAnswer.parse(body)).toEqual(body);
    const { code } = body.affiliate;
    expect(body).toEqual({
      success: true,
      message: expect.stringContaining('approved'),
      referralLink: `https://gossamer.example/?ref=${code}`,
      affiliate: { name: 'Maya Rossi', code, commissionRate: 25 },
    });
  });

  // Spec: 3.47
  it('is stored as submitted, except for surrounding spaces', async () => {
    const who = newcomer();
    const { body } = await apply(who, {
      name: '  Maya Rossi ',
      email: ' maya@example.org ',
      website: ' @maya ',
    });
    const [row] = await affiliate.servers.sql('select * from partners where code = $1', [
      body.affiliate.code,
    ]);
    expect(row).toMatchObject({
      account_id: who.accountId,
      name: 'Maya Rossi',
      email: 'maya@example.org',
      website: '@maya',
      description: application.description,
      payout_email: null,
      commission_percent: 25,
      closed_at: null,
      created_at: new Date('2026-03-15T12:00:00Z'),
    });
  });

  it('requires neither a website nor a description', async () => {
    const { status } = await call(affiliate, newcomer(), 'POST', '/partners', {
      name: 'Maya',
      email: 'maya@example.org',
    });
    expect(status).toBe(200);
  });

  it('returns the existing partner when submitted again, and changes nothing', async () => {
    const who = newcomer();
    const first = await apply(who);
    const second = await apply(who, { name: 'Somebody Else', email: 'other@example.org' });
    expect(second.status).toBe(200);
    expect(second.body).toEqual({ ...first.body, message: expect.stringContaining('already') });
  });

  it('creates only one partner even if ten applications are submitted concurrently', async () => {
    const who = newcomer();
    const answers = await Promise.all(Array.from({ length: 10 }, () => apply(who)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.affiliate.code)).size).toBe(1);
    expect(answers.filter(({ body }) => body.message.includes('approved'))).toHaveLength(1);
    const rows = await affiliate.servers.sql('select from partners where account_id = $1', [who.accountId]);
    expect(rows).toHaveLength(1);
  });

  it('is rejected if its account was deleted, whether or not the account belonged to a partner', async () => {
    const [partner, member] = [newcomer(), newcomer()];
    await apply(partner);
    for (const who of [partner, member]) {
      await deleteAccount(who);
      expect(await apply(who)).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    }
    const rows = await affiliate.servers.sql('select code from partners where account_id = $1', [
      member.accountId,
    ]);
    expect(rows).toEqual([]);
  });

  // Spec: 5.13, 5.14
  it.each([
    ['no name', { name: undefined }],
    ['a name of one letter', { name: ' M ' }],
    ['a name without letters', { name: '🙂🙂' }],
    ['a name that is too long', { name: 'M'.repeat(101) }],
    ['a name that is not a string', { name: ['Maya'] }],
    ['no email address', { email: undefined }],
    ['an invalid email address', { email: 'maya' }],
    ['a website that is too long', { website: 'x'.repeat(301) }],
    ['a description that is too long', { description: 'x'.repeat(2_001) }],
  ])('is rejected if it has %s', async (_what, given) => {
    const who = newcomer();
    const answer = await apply(who, given);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(answer.body.field).toBe(Object.keys(given)[0]);
    expect((await call(affiliate, who, 'GET', '/partner')).body).toEqual({ affiliate: null });
  });

  it.each(['name', 'website', 'description'])('is rejected if the %s contains a zero byte', async (field) => {
    const answer = await apply(newcomer(), { [field]: 'Maya\0Rossi' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', field } });
  });

  it.each([['text'], [null], [[]], [undefined]])('is rejected if it is not an object (%j)', async (body) => {
    const answer = await call(affiliate, newcomer(), 'POST', '/partners', body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });
});

describe('an affiliate code', () => {
  it.each([
    ['Maya Rossi', 'MAYA'],
    ['Zoë Ångström', 'ZOE'],
    ['Élodie', 'ELODIE'],
    ['Alexandrina Victoria', 'ALEXAN'],
    ['Dr. Jo Weiß', 'WEISS'],
    ['Łukasz', 'UKASZ'],
    ['maya-lena', 'MAYA'],
  ])('is generated from the name %s as %s and four unambiguous characters', async (name, start) => {
    const { body } = await apply(newcomer(), { name });
    expect(body.affiliate.code).toMatch(new RegExp(`^${start}[2-9A-HJKMNP-TV-Z]{4}$`));
  });

  it.each(['李小龙', 'Мария', 'مايا', 'Jo Li', '42'])(
    'has eight random characters if no word of the name has three Latin letters: %s',
    async (name) => {
      const { status, body } = await apply(newcomer(), { name });
      expect(status).toBe(200);
      expect(body.affiliate.code).toMatch(/^[2-9A-HJKMNP-TV-Z]{8}$/);
      expect(body.affiliate.name).toBe(name);
    },
  );

  it('is replaced if it is already taken', async () => {
    // A sixth of all codes for this name are taken, so about ten of the sixty partners need a second attempt.
    const letters = [...'23456789ABCDEFGHJKMNPQRSTVWXYZ'];
    await affiliate.servers.sql(
      `insert into partners (id, account_id, code, name, email, website, description, commission_percent, created_at)
       select 'taken' || code, 'taken' || code, code, '', '', '', '', 25, now() from (
         select 'TAKEN' || a || b || c || d as code
         from unnest($1::text[]) a, unnest($1::text[]) b, unnest($1::text[]) c, unnest($2::text[]) d
       ) codes`,
      [letters, letters.slice(0, 5)],
    );
    const answers = [];
    for (let count = 0; count < 60; count += 1) answers.push(await apply(newcomer(), { name: 'Taken' }));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const codes = answers.map(({ body }) => body.affiliate.code);
    expect(new Set(codes).size).toBe(60);
    expect(codes.filter((code) => /^TAKEN...[2-6]$/.test(code))).toEqual([]);
  });
});

describe('a member’s affiliate account', () => {
  it('is returned with the code and the link', async () => {
    const { who, code } = await becomePartner(affiliate);
    const { status, body } = await call(affiliate, who, 'GET', '/partner');
    expect(status).toBe(200);
    expect(ownAffiliate.parse(body)).toEqual(body);
    const referralLink = `https://gossamer.example/?ref=${code}`;
    expect(body.affiliate).toEqual({ name: application.name, code, commissionRate: 25, referralLink });
  });

  it('is null for members who are not partners and after the account is deleted', async () => {
    expect((await call(affiliate, newcomer(), 'GET', '/partner')).body).toEqual({ affiliate: null });
    const { who } = await becomePartner(affiliate);
    await deleteAccount(who);
    expect((await call(affiliate, who, 'GET', '/partner')).body).toEqual({ affiliate: null });
  });
});

describe('the data export', () => {
  it('contains everything that the partner submitted, and every payout', async () => {
    const { who, code } = await becomePartner(affiliate);
    await earn(affiliate, { who, code }, 2_500);
    await affiliate.servers.sql(
      `insert into payouts (id, partner_id, period, amount_cents, payout_email, status, created_at)
       select 'po_exported', id, '2026-03-01', 2500, payout_email, 'open', now() from partners where code = $1`,
      [code],
    );
    await pay(affiliate, who, { cardFingerprint: 'a card of mine' });
    await call(affiliate, undefined, 'POST', '/clicks', { code, visitorKey: 'v', userAgent: browser });
    const { status, body } = await call(affiliate, who, 'GET', '/partner/export');
    expect(status).toBe(200);
    const payoutEmail = `pay.${who.email}`;
    expect(body.affiliate).toEqual({
      referredOn: null,
      addresses: expect.arrayContaining([who.email, `contact.${who.email}`, payoutEmail]),
      cardCodes: ['a card of mine'],
      partner: {
        ...application,
        email: `contact.${who.email}`,
        code,
        payoutEmail,
        createdAt: '2026-03-15T12:00:00.000Z',
        commissionPercent: 25,
        clicks: [{ day: '2026-03-15', clicks: 1 }],
        commissions: [
          expect.objectContaining({ commissionCents: 2_500, earnedCents: 2_500, settledCents: 0 }),
        ],
        payouts: [{ period: '2026-03-01', amountCents: 2_500, payoutEmail, status: 'open', settledAt: null }],
      },
    });
  });

  it('contains the stored data of members who are not partners', async () => {
    const { code } = await becomePartner(affiliate);
    const member = await signUp(affiliate, code);
    const { body } = await call(affiliate, member, 'GET', '/partner/export');
    expect(body.affiliate).toEqual({
      referredOn: '2026-03-15',
      addresses: [member.email],
      cardCodes: [],
      partner: null,
    });
  });

  it('contains no data of other members', async () => {
    await becomePartner(affiliate);
    const { status, body } = await call(affiliate, newcomer(), 'GET', '/partner/export');
    expect([status, body]).toEqual([200, { affiliate: null }]);
  });
});
