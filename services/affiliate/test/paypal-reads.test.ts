import { describe, expect, it } from 'vitest';
import { PaypalUnavailable } from '../src/paypal/paypal.ts';
import { asked, created, faultOf, item, onCreate, open, tokensAsked } from './paypal-client.ts';

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
  ])('causes PaypalUnavailable if it cannot be obtained due to %s', async (_what, config, fault, message) => {
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

  it('accepts responses that lack totals or items or contain unknown error details', async () => {
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
