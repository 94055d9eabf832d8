import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailKeyOf } from '../src/ledger/email-key.ts';
import {
  application,
  becomePartner,
  call,
  dashboardOf,
  newcomer,
  pay,
  signUp,
  startAffiliate,
  type TestAffiliate,
  takeBack,
} from './affiliate.ts';

let affiliate: TestAffiliate;
beforeAll(async () => {
  affiliate = await startAffiliate();
});
afterAll(() => affiliate.close());

type Partner = Awaited<ReturnType<typeof becomePartner>>;

async function commissionCount({ code }: Partner): Promise<number> {
  const [row] = await affiliate.servers.sql(
    'select count(*) from commissions join partners on partners.id = partner_id where code = $1',
    [code],
  );
  return Number(row?.count);
}

describe('an email address', () => {
  it.each([
    ['Maya+shop@Example.com', 'maya@example.com'],
    ['m.a.y.a+x+y@googlemail.com', 'maya@gmail.com'],
    ['m.aya@example.com', 'm.aya@example.com'],
    ['+maya@example.com', '+maya@example.com'],
    ['"a@b"+c@example.com', '"a@b"@example.com'],
  ])('is normalized to the address of its mailbox: %s → %s', (email, key) =>
    expect(emailKeyOf(email)).toBe(key),
  );
});

describe('a partner earns nothing', () => {
  it('from the partner’s own account, even if the partner followed the referral link', async () => {
    const partner = await becomePartner(affiliate);
    await signUp(affiliate, partner.code, partner.who);
    await pay(affiliate, partner.who);
    expect(await commissionCount(partner)).toBe(0);
    expect((await dashboardOf(affiliate, partner)).totals).toMatchObject({ signups: 0, payingMembers: 0 });
  });

  it.each([
    ['the address of the partner’s account', ({ who }: Partner) => who.email],
    ['the address of the partner’s application', ({ who }: Partner) => `contact.${who.email}`],
    ['the partner’s address for payouts', ({ who }: Partner) => `pay.${who.email}`],
  ])('from an account with %s, regardless of a "+" suffix', async (_, addressOf) => {
    const partner = await becomePartner(affiliate);
    const email = addressOf(partner).toUpperCase().replace('@', '+2@');
    await pay(affiliate, await signUp(affiliate, partner.code, newcomer(email)));
    expect(await commissionCount(partner)).toBe(0);
    expect((await dashboardOf(affiliate, partner)).totals).toMatchObject({ signups: 0, payingMembers: 0 });
  });

  it('from an account whose address the partner later adopts, and its unpaid commissions are canceled', async () => {
    const partner = await becomePartner(affiliate);
    const member = await signUp(affiliate, partner.code);
    await pay(affiliate, member);
    expect(await commissionCount(partner)).toBe(1);
    await call(affiliate, { ...partner.who, email: member.email.replace('@', '+me@') }, 'GET', '/partner');
    expect(await commissionCount(partner)).toBe(0);
  });

  it('from a payment with a card that the partner has used before or uses afterwards', async () => {
    for (const order of ['before', 'after']) {
      const partner = await becomePartner(affiliate);
      const cardFingerprint = `card ${partner.code}`;
      const member = await signUp(affiliate, partner.code);
      if (order === 'before') await pay(affiliate, partner.who, { cardFingerprint });
      await pay(affiliate, member, { cardFingerprint });
      if (order === 'after') await pay(affiliate, partner.who, { cardFingerprint });
      expect(await commissionCount(partner)).toBe(0);
    }
  });

  it('from a payment with a card that the partner used before applying', async () => {
    const who = newcomer();
    await signUp(affiliate, undefined, who);
    await pay(affiliate, who, { cardFingerprint: 'an old card' });
    const partner = await becomePartner(affiliate, who);
    await pay(affiliate, await signUp(affiliate, partner.code), { cardFingerprint: 'an old card' });
    expect(await commissionCount(partner)).toBe(0);
  });

  it('from a payment with their own card, even if Stripe reports the card after the payment', async () => {
    const partner = await becomePartner(affiliate);
    await pay(affiliate, partner.who, { cardFingerprint: 'a late card' });
    const payment = await pay(affiliate, await signUp(affiliate, partner.code), { cardFingerprint: null });
    expect(await commissionCount(partner)).toBe(1);
    await takeBack(affiliate, { ...payment, cardFingerprint: 'a late card' }, 1);
    expect(await commissionCount(partner)).toBe(0);
  });

  it('from a member who applies with one of the partner’s addresses, or uses one for payouts', async () => {
    for (const field of ['email', 'payoutEmail']) {
      const partner = await becomePartner(affiliate);
      const member = await signUp(affiliate, partner.code);
      await pay(affiliate, member);
      const shared = `pay.${partner.who.email}`;
      const email = field === 'email' ? shared : member.email;
      const applied = await call(affiliate, member, 'POST', '/partners', { ...application, email });
      const { code } = applied.body.affiliate;
      if (field === 'payoutEmail')
        await call(affiliate, member, 'PUT', `/dashboards/${code}/payout-email`, { payoutEmail: shared });
      expect(await commissionCount(partner)).toBe(0);
      expect((await dashboardOf(affiliate, partner)).totals).toMatchObject({ signups: 0, payingMembers: 0 });
    }
  });

  it('from members who signed up before they followed the referral link', async () => {
    const partner = await becomePartner(affiliate);
    const member = await signUp(affiliate, undefined);
    await pay(affiliate, member);
    await signUp(affiliate, partner.code, member);
    await pay(affiliate, member);
    expect(await commissionCount(partner)).toBe(0);
  });
});

describe('referred members', () => {
  it('are not treated as self-referrals if they share a card with each other or pay with Link', async () => {
    const partner = await becomePartner(affiliate);
    for (const cardFingerprint of ['a family card', 'a family card', null]) {
      await pay(affiliate, await signUp(affiliate, partner.code), { cardFingerprint });
    }
    await pay(affiliate, partner.who, { cardFingerprint: null });
    expect(await commissionCount(partner)).toBe(3);
  });

  it('earn the partner commissions if they pay with a different card than the partner', async () => {
    const partner = await becomePartner(affiliate);
    const member = await signUp(affiliate, partner.code);
    await pay(affiliate, partner.who, { cardFingerprint: 'lent' });
    await pay(affiliate, member, { cardFingerprint: 'lent' });
    await pay(affiliate, member, { cardFingerprint: 'own' });
    expect(await commissionCount(partner)).toBe(1);
  });
});
