import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createPaypal,
  type Paypal,
  type PaypalConfig,
  type PaypalItem,
  PaypalUnavailable,
} from '../src/paypal/paypal.ts';
import { type FakePaypal, type FakePaypalOptions, type PaypalFault, startFakePaypal } from './fake-paypal.ts';

const item = (payoutId: string, more: Partial<PaypalItem> = {}): PaypalItem => ({
  payoutId,
  email: `${payoutId}@example.com`,
  amountCents: 2_700,
  note: 'Commissions',
  ...more,
});

interface Opened {
  fakePaypal: FakePaypal;
  paypal: Paypal;
}

async function open(options: FakePaypalOptions & Partial<PaypalConfig> = {}): Promise<Opened> {
  const fakePaypal = await startFakePaypal(options);
  onTestFinished(() => fakePaypal.close());
  const { url: apiUrl, clientId, clientSecret } = fakePaypal;
  return {
    fakePaypal,
    paypal: createPaypal({ apiUrl, clientId, clientSecret, timeoutMs: 10_000, ...options }),
  };
}

async function created({ paypal }: Opened, id = 'batch1', items = [item('p1')]): Promise<string> {
  const batch = await paypal.createBatch(id, items);
  if (batch.kind !== 'created') throw new Error('Expected the batch to be created.');
  return batch.paypalBatchId;
}

/** Returns the error of a call. Checks that the error contains no address, no secret and no cause that quotes them. */
async function faultOf({ fakePaypal }: Opened, work: Promise<unknown>): Promise<Error> {
  const error = await work.then(
    () => new Error('Expected the call to fail.'),
    (thrown: unknown) => thrown as Error,
  );
  const text = `${error.message} ${error.stack} ${JSON.stringify(error)} ${error.cause}`;
  expect(text).not.toMatch(/example\.com|Bearer|Basic|A21AA/);
  expect(text).not.toContain(fakePaypal.clientSecret);
  expect(error.cause).toBeUndefined();
  return error;
}

const onCreate = (fault: PaypalFault) => (request: { method: string; path: string }) =>
  request.method === 'POST' && request.path === '/v1/payments/payouts' ? fault : undefined;

const asked = (fakePaypal: FakePaypal, path: string) =>
  fakePaypal.requests().filter((request) => request.path === path).length;
const tokensAsked = (fakePaypal: FakePaypal) => asked(fakePaypal, '/v1/oauth2/token');

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
  ])('with %s is never sent', async (_what, items) => {
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

  it('that already exists causes PaypalUnavailable if PayPal does not link to it', async () => {
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
  ])('that already exists is found by its link, even with %s', async (_what, refusal) => {
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
  ])('is rejected with an error that lists %s', async (_what, details, faultyPayoutIds, reason) => {
    const { fakePaypal, paypal } = await open();
    const body = JSON.stringify({ name: 'VALIDATION_ERROR', details });
    fakePaypal.setFault(onCreate({ status: 400, body }));
    const refused = await paypal.createBatch('batch1', [item('p0'), item('p1')]);
    expect(refused).toEqual({ kind: 'refused', faultyPayoutIds, reason });
  });

  it('is not reported as rejected if the 400 response has another cause', async () => {
    const opened = await open();
    opened.fakePaypal.setFault(
      onCreate({ status: 400, body: '{"name":"USER_BUSINESS_ERROR","details":[]}' }),
    );
    const error = await faultOf(opened, opened.paypal.createBatch('batch1', [item('p1')]));
    expect(error).toBeInstanceOf(PaypalUnavailable);
  });
});

describe('a lost response from PayPal', () => {
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
    '(%s) is followed by a retry that pays each receiver once',
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

describe('the access token for PayPal', () => {
  it('is requested only once, even by concurrent calls', async () => {
    const opened = await open();
    const ids = await Promise.all(['a', 'b', 'c'].map((id) => created(opened, id)));
    await opened.paypal.readBatch(ids[0] ?? '');
    expect(tokensAsked(opened.fakePaypal)).toBe(1);
  });

  it('is renewed in its last minute', async () => {
    const opened = await open({ tokenSeconds: 60 });
    await opened.paypal.readBatch(await created(opened));
    expect(tokensAsked(opened.fakePaypal)).toBe(2);
  });

  it('is renewed once after it is rejected', async () => {
    const opened = await open();
    const { fakePaypal, paypal } = opened;
    const id = await created(opened);
    fakePaypal.revokeTokens();
    expect(await paypal.readBatch(id)).toMatchObject({ status: 'PENDING' });
    expect(tokensAsked(fakePaypal)).toBe(2);

    fakePaypal.setFault(onCreate({ status: 401 }));
    const error = await faultOf(opened, paypal.createBatch('batch2', [item('p1')]));
    expect(error).toBeInstanceOf(PaypalUnavailable);
    expect(tokensAsked(fakePaypal)).toBe(3);
    fakePaypal.setFault(undefined);
    expect(await created(opened, 'batch2')).toMatch(/\w/);
  });

  it.each([
    ['a wrong secret', { clientSecret: 'secret-of-another' }, undefined, /401 invalid_client/],
    ['an unavailable server', {}, { status: 503 }, /503/],
    ['another schema', {}, { status: 200, body: '{"token":"A21AA1"}' }, /200 .*: unexpected body/],
    [
      'a token with a line break',
      {},
      { status: 200, body: '{"access_token":"A21AA\\n","expires_in":9}' },
      /200/,
    ],
    // A rejected token request means that PayPal is unavailable, not that the batch is rejected.
    ['a rejection', {}, { status: 400, body: '{"name":"VALIDATION_ERROR"}' }, /400 VALIDATION_ERROR/],
  ])('cannot be obtained due to %s', async (_what, config, fault, message) => {
    const opened = await open(config);
    const { fakePaypal, paypal } = opened;
    fakePaypal.setFault(({ path }) => (path === '/v1/oauth2/token' ? fault : undefined));
    const error = await faultOf(opened, paypal.createBatch('batch1', [item('p1')]));
    expect(error).toBeInstanceOf(PaypalUnavailable);
    expect(error.message).toMatch(message);
    expect(fakePaypal.requests()).toHaveLength(1);
  });
});

describe('reading a batch', () => {
  it.each([
    ['SUCCESS', 'paid', null],
    ['FAILED', 'returned', 'RECEIVER_ACCOUNT_INVALID'],
    ['RETURNED', 'returned', 'RECEIVER_ACCOUNT_INVALID'],
    ['BLOCKED', 'returned', 'RECEIVER_ACCOUNT_INVALID'],
    ['REFUNDED', 'returned', 'RECEIVER_ACCOUNT_INVALID'],
    ['REVERSED', 'returned', 'RECEIVER_ACCOUNT_INVALID'],
    ['DENIED', 'returned', 'RECEIVER_ACCOUNT_INVALID'],
    ['CANCELED', 'returned', 'RECEIVER_ACCOUNT_INVALID'],
    ['PENDING', 'inProgress', null],
    ['UNCLAIMED', 'inProgress', 'RECEIVER_UNREGISTERED: The recipient … does not have an account.'],
    ['ONHOLD', 'inProgress', null],
    ['NEW', 'inProgress', null],
    ['PROCESSING', 'inProgress', null],
    ['A_FUTURE_STATUS', 'inProgress', null],
  ])('maps the item status %s to %s', async (status, outcome, reason) => {
    const opened = await open();
    const id = await created(opened, 'batch1', [item('p0'), item('p1')]);
    opened.fakePaypal.setItemStatus('p1', status);
    const { items } = await opened.paypal.readBatch(id);
    const paypalItemId = opened.fakePaypal.batches()[0]?.items[1]?.paypalItemId;
    expect(items[1]).toEqual({ payoutId: 'p1', paypalItemId, status, outcome, reason });
    expect(items[0]).toMatchObject({ payoutId: 'p0', outcome: 'inProgress' });
  });

  it.each([
    ['PENDING', 'inProgress', 2_700],
    ['PROCESSING', 'inProgress', 2_700],
    ['SUCCESS', 'done', 2_700],
    ['DENIED', 'denied', 0],
    ['CANCELED', 'denied', 0],
    ['A_FUTURE_STATUS', 'inProgress', 2_700],
  ])('maps the batch status %s to %s', async (status, outcome, paid) => {
    const opened = await open();
    const id = await created(opened);
    opened.fakePaypal.setBatchStatus('batch1', status);
    expect(await opened.paypal.readBatch(id)).toMatchObject({ status, outcome });
    expect(opened.fakePaypal.paidCents('p1@example.com')).toBe(paid);
  });

  it('returns the items of every page', async () => {
    const opened = await open();
    const items = Array.from({ length: 2_001 }, (_, place) => item(`p${place}`));
    const id = await created(opened, 'batch1', items);
    opened.fakePaypal.setBatchStatus(id, 'SUCCESS');
    const { items: read } = await opened.paypal.readBatch(id);
    expect(read.map(({ payoutId }) => payoutId)).toEqual(items.map(({ payoutId }) => payoutId));
    expect(read.every(({ outcome }) => outcome === 'paid')).toBe(true);
    expect(asked(opened.fakePaypal, `/v1/payments/payouts/${id}`)).toBe(3);
  });

  it('does not return `done` if the batch was still pending when its first page was read', async () => {
    const opened = await open();
    const id = await created(
      opened,
      'batch1',
      Array.from({ length: 1_001 }, (_, place) => item(`p${place}`)),
    );
    opened.fakePaypal.setFault(({ url }) => {
      if (url.searchParams.get('page') === '2') opened.fakePaypal.setBatchStatus(id, 'SUCCESS');
      return undefined;
    });
    expect(await opened.paypal.readBatch(id)).toMatchObject({ outcome: 'inProgress' });
    expect(await opened.paypal.readBatch(id)).toMatchObject({ outcome: 'done' });
  });

  it('accepts responses without totals or items, and with unknown error details', async () => {
    const { fakePaypal, paypal } = await open();
    const header = { batch_header: { batch_status: 'PROCESSING' } };
    fakePaypal.setFault(({ method }) =>
      method === 'GET' ? { status: 200, body: JSON.stringify(header) } : undefined,
    );
    expect(await paypal.readBatch('X')).toEqual({ status: 'PROCESSING', outcome: 'inProgress', items: [] });
    const odd = { payout_item_id: 'I', payout_item: { sender_item_id: 'p1' }, errors: [] };
    const body = JSON.stringify({ ...header, items: [odd] });
    fakePaypal.setFault(({ method }) => (method === 'GET' ? { status: 200, body } : undefined));
    expect((await paypal.readBatch('X')).items).toEqual([
      { payoutId: 'p1', paypalItemId: 'I', status: 'PENDING', outcome: 'inProgress', reason: null },
    ]);
  });

  it.each([
    ['an unknown id', undefined, /404 INVALID_RESOURCE_ID/],
    ['an unavailable server', { status: 503 }, /503/],
    ['another schema', { status: 200, body: '{"items":[{"receiver":"p1@example.com"}]}' }, /unexpected body/],
    ['invalid JSON', { status: 200, body: '<p>p1@example.com</p>' }, /unexpected body/],
    ['a broken connection', 'cut-after-effect', /UND_ERR_SOCKET/],
  ] as const)('throws PaypalUnavailable for %s', async (_what, fault, message) => {
    const opened = await open();
    opened.fakePaypal.setFault(({ method }) => (method === 'GET' ? fault : undefined));
    const error = await faultOf(opened, opened.paypal.readBatch('../unknown'));
    expect(error).toBeInstanceOf(PaypalUnavailable);
    expect(error.message).toMatch(message);
  });
});
