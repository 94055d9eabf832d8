import { describe, expect, it } from 'vitest';
import { PaypalUnavailable } from '../src/paypal/paypal.ts';
import type { PaypalFault } from './fake-paypal.ts';
import { asked, created, faultOf, item, onCreate, open } from './paypal-client.ts';

describe('a PayPal batch', () => {
  // Spec: 1.32
  it('is created with its items, in dollars and cents', async () => {
    const opened = await open();
    const amounts = [1, 10, 99, 100, 2_500, 2_705, 123_456_789];
    const items = amounts.map((amountCents, place) => item(`p${place}`, { amountCents }));
    const paypalBatchId = await created(opened, 'batch1', items);
    const [batch] = opened.fakePaypal.batches();
    expect(batch).toMatchObject({ paypalBatchId, senderBatchId: 'batch1' });
    expect(batch?.items.map(({ amount }) => amount.value)).toEqual([
      '0.01',
      '0.10',
      '0.99',
      '1.00',
      '25.00',
      '27.05',
      '1234567.89',
    ]);
    expect(batch?.items[0]).toMatchObject({
      recipient_type: 'EMAIL',
      receiver: 'p0@example.com',
      amount: { currency: 'USD' },
      note: 'Commissions',
      sender_item_id: 'p0',
    });
  });

  it.each([
    ['an amount of zero', [item('p1', { amountCents: 0 })]],
    ['a negative amount', [item('p1', { amountCents: -2_500 })]],
    ['a fraction of a cent', [item('p1', { amountCents: 2_500.5 })]],
    ['no items', []],
    ['too many items', Array.from({ length: 15_001 }, (_, place) => item(`p${place}`))],
  ])('is never sent if it has %s', async (_what, items) => {
    const { fakePaypal, paypal } = await open();
    await expect(paypal.createBatch('batch1', items)).rejects.toThrow(RangeError);
    expect(fakePaypal.requests()).toEqual([]);
  });

  it('is created only once if it is submitted twice with the same id', async () => {
    const opened = await open();
    const first = await created(opened);
    expect(await created(opened)).toBe(first);
    expect(opened.fakePaypal.batches()).toHaveLength(1);
    expect(opened.fakePaypal.paidCents('p1@example.com')).toBe(2_700);
    expect(await created(opened, 'batch2')).not.toBe(first);
    expect(opened.fakePaypal.paidCents('p1@example.com')).toBe(5_400);
  });

  it('causes PaypalUnavailable if it already exists and PayPal does not link to it', async () => {
    const opened = await open({ hasDuplicateLinks: false });
    await created(opened);
    const error = await faultOf(opened, opened.paypal.createBatch('batch1', [item('p1')]));
    expect(error).toBeInstanceOf(PaypalUnavailable);
    expect(error.message).toMatch(
      /^PayPal responded to POST \S+ with HTTP 400 USER_BUSINESS_ERROR \(debug id \w+\)$/,
    );
  });

  it.each([
    ['the older error text', { details: [{ field: 'SENDER_BATCH_ID', issue: 'Duplicate batch request' }] }],
    ['only top-level links', { details: [{ issue: 'sender_batch_id already exists' }] }],
    [
      'another error name',
      { name: 'VALIDATION_ERROR', details: [{ field: 'sender_batch_id', issue: 'Duplicate' }] },
    ],
  ])('that already exists is found by the link in an error with %s', async (_what, refusal) => {
    const opened = await open();
    const links = [
      { href: 'https://api-m.paypal.com/v1/oauth2/token' },
      { href: 'https://api-m.paypal.com/v1/payments/payouts/CR9VS2K4X4846?page=1', rel: 'self' },
    ];
    const body = JSON.stringify({ name: 'USER_BUSINESS_ERROR', ...refusal, links });
    opened.fakePaypal.setFault(onCreate({ status: 400, body }));
    expect(await created(opened)).toBe('CR9VS2K4X4846');
  });
});

describe('a batch with invalid receivers', () => {
  it('is rejected as a whole, with an error that lists the affected payouts', async () => {
    const { fakePaypal, paypal } = await open();
    const items = ['p0', 'p1', 'p2', 'p3'].map((id) => item(id, id > 'p1' ? { email: `${id} at home` } : {}));
    expect(await paypal.createBatch('batch1', items)).toEqual({
      kind: 'refused',
      faultyPayoutIds: ['p2', 'p3'],
      reason: 'Receiver is invalid or does not match with type',
    });
    expect(fakePaypal.batches()).toEqual([]);
    // The rejected request created no batch, so the same batch id can be used again without the invalid receivers.
    expect(await paypal.createBatch('batch1', items.slice(0, 2))).toMatchObject({ kind: 'created' });
  });

  it.each([
    ['no item', [{ field: 'sender_batch_header.email_subject', issue: 'Too long' }], [], 'Too long'],
    ['an unknown item', [{ field: 'items[7].receiver', issue: 'Wrong' }], [], 'Wrong'],
    ['no details', undefined, [], 'VALIDATION_ERROR'],
    ['an address', [{ field: '/items/1/receiver', issue: 'No: p1@example.com' }], ['p1'], 'No: …'],
  ])(
    'is reported as rejected if the error from PayPal contains %s',
    async (_what, details, faultyPayoutIds, reason) => {
      const { fakePaypal, paypal } = await open();
      const body = JSON.stringify({ name: 'VALIDATION_ERROR', details });
      fakePaypal.setFault(onCreate({ status: 400, body }));
      const refused = await paypal.createBatch('batch1', [item('p0'), item('p1')]);
      expect(refused).toEqual({ kind: 'refused', faultyPayoutIds, reason });
    },
  );

  it('is not reported as rejected if the 400 response has another cause', async () => {
    const opened = await open();
    opened.fakePaypal.setFault(
      onCreate({ status: 400, body: '{"name":"USER_BUSINESS_ERROR","details":[]}' }),
    );
    const error = await faultOf(opened, opened.paypal.createBatch('batch1', [item('p1')]));
    expect(error).toBeInstanceOf(PaypalUnavailable);
  });
});

describe('a failed call to PayPal', () => {
  const faults: [string, PaypalFault, number, RegExp][] = [
    ['500 before the effect', { status: 500 }, 0, /500 INTERNAL_ERROR/],
    ['500 after the effect', { status: 500, afterEffect: true }, 1, /500/],
    ['503 with an HTML page', { status: 503, body: '<p>p1@example.com</p>' }, 0, /503/],
    ['429 before the effect', { status: 429 }, 0, /429/],
    ['429 after the effect', { status: 429, afterEffect: true }, 1, /429/],
    [
      '422 for insufficient funds',
      { status: 422, body: '{"name":"INSUFFICIENT_FUNDS"}' },
      0,
      /INSUFFICIENT_FUNDS/,
    ],
    [
      '403',
      { status: 403, body: '{"name":"NOT_AUTHORIZED","to":"p1@example.com"}' },
      0,
      /403 NOT_AUTHORIZED/,
    ],
    ['404', { status: 404 }, 0, /404/],
    ['a redirect', { status: 302 }, 0, /./],
    ['a broken connection', 'cut-after-effect', 1, /UND_ERR_SOCKET/],
    ['a slow answer', { delayMs: 60_000 }, 1, /TimeoutError/],
    ['an invalid body', { status: 201, afterEffect: true, body: 'p1@example.com' }, 1, /unexpected body/],
    [
      'another schema',
      { status: 201, afterEffect: true, body: '{"receiver":"p1@example.com"}' },
      1,
      /unexpected body/,
    ],
  ];
  it.each(faults)(
    'causes PaypalUnavailable, and a retry pays each receiver once: %s',
    async (_what, fault, made, message) => {
      const opened = await open({ timeoutMs: 2_000 });
      const { fakePaypal, paypal } = opened;
      fakePaypal.setFault(onCreate(fault));
      const error = await faultOf(opened, paypal.createBatch('batch1', [item('p1')]));
      expect(error).toBeInstanceOf(PaypalUnavailable);
      expect(error.message).toMatch(message);
      expect(fakePaypal.batches()).toHaveLength(made);
      expect(asked(fakePaypal, '/v1/payments/payouts')).toBeLessThanOrEqual(1);

      fakePaypal.setFault(undefined);
      expect(await created(opened)).toBe(fakePaypal.batches()[0]?.paypalBatchId);
      expect(fakePaypal.paidCents('p1@example.com')).toBe(2_700);
    },
  );

  it('causes PaypalUnavailable if the server is unreachable', async () => {
    const opened = await open();
    await opened.fakePaypal.close();
    const error = await faultOf(opened, opened.paypal.createBatch('batch1', [item('p1')]));
    expect(error).toBeInstanceOf(PaypalUnavailable);
    expect(error.message).toBe('PayPal did not respond to POST /v1/oauth2/token: ECONNREFUSED');
  });
});
