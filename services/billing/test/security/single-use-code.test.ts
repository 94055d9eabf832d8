import { describe, expect, it } from 'vitest';
import { call, goodCard, newcomer, useBilling } from '../billing.ts';

const billing = useBilling();

const once = (code: string) =>
  billing.fakeStripe.addPromotionCode({ code, percentOff: 50, duration: 'once', maxRedemptions: 1 });
const buyWith = (promoCode: unknown) => call(billing, newcomer(), 'POST', '/subscriptions', { promoCode });

describe('a single-use code', () => {
  it('is accepted once if a hundred callers use it simultaneously', { timeout: 120_000 }, async () => {
    once('HUNDRED50');
    const answers = await Promise.all(Array.from({ length: 100 }, () => buyWith('HUNDRED50')));
    const given = answers.filter(({ status }) => status === 200);
    expect(given).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer !== given[0])) {
      expect([status, body.field]).toEqual([422, 'promoCode']);
    }
    await billing.fakeStripe.pay(String(given[0]?.body.clientSecret), goodCard);
    expect(await buyWith('HUNDRED50')).toMatchObject({ status: 422 });
  });
});

describe('a promotion code', () => {
  it.each([
    ['written in full-width letters', 'ＬＡＵＮＣＨ５０'],
    ['written with a letter of another script', 'LАUNCH50'],
    ['written with an invisible character', 'LAUNCH\u200b50'],
    ['joined with another code', 'LAUNCH50,THREE20'],
    ['sent as a list', ['LAUNCH50', 'THREE20']],
    ['sent as an object', { code: 'LAUNCH50', active: true }],
    ['replaced by its Stripe id', 'promo_1'],
    ['replaced by a pattern', '%'],
    ['sent without its last character', 'LAUNCH5'],
  ])('is rejected if it is %s', async (_, code) => {
    const { status, body } = await buyWith(code);
    expect([400, 422]).toContain(status);
    expect(body).toMatchObject({ field: 'promoCode' });
  });
});
