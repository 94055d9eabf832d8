import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A fault to inject into an API call. */
export type PaypalFault =
  /** With `afterEffect`, the call is executed before it fails. `body` replaces the response body. */
  | { status: number; afterEffect?: boolean; body?: string }
  | { delayMs: number }
  /** Close the connection after executing the call. */
  | 'cut-after-effect';

interface Request {
  method: string;
  /** Path of the request, without the query string. */
  path: string;
  url: URL;
  authorization: string | undefined;
  body: string;
}
type Rule = (request: Request) => PaypalFault | undefined;

interface GivenItem {
  recipient_type: string;
  receiver: string;
  amount: { value: string; currency: string };
  note: string;
  sender_item_id: string;
}

interface StoredItem extends GivenItem {
  paypalItemId: string;
  status: string;
}

export interface StoredBatch {
  paypalBatchId: string;
  senderBatchId: string;
  status: string;
  items: StoredItem[];
}

export interface FakePaypalOptions {
  /** Lifetime of an access token in seconds. */
  tokenSeconds?: number;
  /** If false, the error for a duplicate batch contains no link to the earlier batch. */
  hasDuplicateLinks?: boolean;
}

type Answer = [status: number, body: object];

const returned = ['FAILED', 'RETURNED', 'BLOCKED', 'REFUNDED', 'REVERSED', 'DENIED', 'CANCELED'];
const batchesPath = '/v1/payments/payouts';
const newId = () => randomBytes(7).toString('hex').toUpperCase().slice(0, 13);
const centsOf = (value: string) => Number(value.replace('.', ''));

/** Starts a fake of PayPal's Payouts API. It behaves like the documented API and the sandbox, but moves no money. */
export async function startFakePaypal(options: FakePaypalOptions = {}) {
  const { tokenSeconds = 32_400, hasDuplicateLinks = true } = options;
  const clientId = `client-${newId()}`;
  const clientSecret = `secret-${newId()}`;
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const batches = new Map<string, StoredBatch>();
  const tokens = new Set<string>();
  const requests: { method: string; path: string; status: number }[] = [];
  let fault: Rule | undefined;

  const allItems = () => [...batches.values()].flatMap(({ items }) => items);
  const findBatch = (id: string) =>
    [...batches.values()].find((one) => one.paypalBatchId === id || one.senderBatchId === id);

  function answer(request: Request): Answer {
    if (request.path === '/v1/oauth2/token') return giveToken(request);
    if (!tokens.has(request.authorization ?? '')) return refuse(401, 'AUTHENTICATION_FAILURE');
    if (request.method === 'POST' && request.path === batchesPath) return create(request.body);
    const batch = findBatch(request.path.slice(batchesPath.length + 1));
    return batch ? show(batch, request.url.searchParams) : refuse(404, 'INVALID_RESOURCE_ID');
  }

  function giveToken({ authorization, body }: Request): Answer {
    if (authorization !== basic)
      return [401, { error: 'invalid_client', error_description: 'No such client' }];
    if (body !== 'grant_type=client_credentials') return [400, { error: 'unsupported_grant_type' }];
    const token = `A21AA${newId()}`;
    tokens.add(`Bearer ${token}`);
    return [200, { access_token: token, token_type: 'Bearer', expires_in: tokenSeconds }];
  }

  function create(body: string): Answer {
    const { sender_batch_header: header, items } = JSON.parse(body) as {
      sender_batch_header: { sender_batch_id: string };
      items: GivenItem[];
    };
    const faults = items.flatMap((item, place) => faultsOf(item, `items[${place}]`));
    if (items.length > 15_000) faults.push({ field: 'items', issue: 'Too many items' });
    if (faults.length > 0) return refuse(400, 'VALIDATION_ERROR', faults);
    const known = batches.get(header.sender_batch_id);
    if (known) return refuse(400, 'USER_BUSINESS_ERROR', [duplicateOf(known)]);
    const batch: StoredBatch = {
      paypalBatchId: newId(),
      senderBatchId: header.sender_batch_id,
      status: 'PENDING',
      items: items.map((item) => ({ ...item, paypalItemId: newId(), status: 'PENDING' })),
    };
    batches.set(batch.senderBatchId, batch);
    return [201, { batch_header: headerOf(batch), links: [linkTo(batch)] }];
  }

  function duplicateOf(batch: StoredBatch) {
    const issue = 'Batch with given sender_batch_id already exists';
    const link = hasDuplicateLinks ? { link: [linkTo(batch)] } : {};
    return { field: 'SENDER_BATCH_ID', location: 'body', issue, ...link };
  }

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy());
  });
  const listening = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const linkTo = ({ paypalBatchId: id }: StoredBatch) => ({
    href: `${listening()}${batchesPath}/${id}`,
    rel: 'self',
    method: 'GET',
  });

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming, listening());
    const wrong = fault?.(request);
    const real: Answer = prevents(wrong) ? [wrong.status, {}] : answer(request);
    const [status, text] = spoil(wrong, real);
    requests.push({ method: request.method, path: request.path, status });
    if (status === 0) return void response.destroy();
    if (typeof wrong === 'object' && 'delayMs' in wrong)
      await sleep(wrong.delayMs, undefined, { ref: false });
    response.writeHead(status, { 'content-type': 'application/json', 'paypal-debug-id': newId() }).end(text);
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: listening(),
    clientId,
    clientSecret,
    /** Accepted batches, oldest first. */
    batches: () => [...batches.values()],
    /** Returns the total in cents that was paid to a receiver, excluding returned payouts. */
    paidCents: (email: string) =>
      allItems()
        .filter(({ receiver, status }) => receiver === email && !returned.includes(status))
        .reduce((sum, { amount }) => sum + centsOf(amount.value), 0),
    setItemStatus: (payoutId: string, status: string) => {
      for (const item of allItems()) if (item.sender_item_id === payoutId) item.status = status;
    },
    /**
     * Sets the status of a batch. `id` is the id assigned by PayPal or by the affiliate service. A final status also
     * applies to the pending items in the batch.
     */
    setBatchStatus: (id: string, status: string) => {
      const batch = findBatch(id);
      if (!batch) throw new Error(`Batch ${id} does not exist.`);
      batch.status = status;
      if (!['SUCCESS', 'DENIED', 'CANCELED'].includes(status)) return;
      for (const item of batch.items) if (item.status === 'PENDING') item.status = status;
    },
    setFault: (rule: Rule | undefined) => {
      fault = rule;
    },
    /** Invalidates all access tokens issued so far. */
    revokeTokens: () => tokens.clear(),
    /** All requests in order. Status 0 means that the connection was closed without a response. */
    requests: () => [...requests],
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

export type FakePaypal = Awaited<ReturnType<typeof startFakePaypal>>;

async function readRequest(incoming: IncomingMessage, base: string): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const url = new URL(incoming.url ?? '/', base);
  const { authorization } = incoming.headers;
  const body = Buffer.concat(chunks).toString();
  return { method: incoming.method ?? '', path: url.pathname, url, authorization, body };
}

function prevents(fault: PaypalFault | undefined): fault is { status: number } {
  return typeof fault === 'object' && 'status' in fault && fault.afterEffect !== true;
}

/**
 * Returns the response to send: the correct response, or the response of an injected fault. Status 0 closes the
 * connection.
 */
function spoil(fault: PaypalFault | undefined, [status, body]: Answer): [status: number, text: string] {
  if (fault === 'cut-after-effect') return [0, ''];
  if (fault === undefined || 'delayMs' in fault) return [status, JSON.stringify(body)];
  return [fault.status, fault.body ?? JSON.stringify({ name: 'INTERNAL_ERROR' })];
}

function faultsOf(item: GivenItem, field: string): { field: string; issue: string }[] {
  const faults = [];
  if (item.recipient_type !== 'EMAIL' || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(item.receiver)) {
    // PayPal's error contains the submitted value, in this case the receiver's email address.
    const issue = 'Receiver is invalid or does not match with type';
    faults.push({ field: `${field}.receiver`, value: item.receiver, location: 'body', issue });
  }
  if (!/^\d+\.\d{2}$/.test(item.amount.value) || item.amount.currency !== 'USD') {
    faults.push({ field: `${field}.amount.value`, location: 'body', issue: 'Amount is invalid' });
  }
  return faults;
}

function refuse(status: number, name: string, details: object[] = []): Answer {
  return [status, { name, message: `${name}.`, debug_id: newId(), details, links: [] }];
}

const headerOf = ({ paypalBatchId, senderBatchId, status }: StoredBatch) => ({
  payout_batch_id: paypalBatchId,
  batch_status: status,
  sender_batch_header: { sender_batch_id: senderBatchId },
});

function show(batch: StoredBatch, query: URLSearchParams): Answer {
  const size = Math.min(Number(query.get('page_size') ?? 1_000), 1_000);
  const from = (Number(query.get('page') ?? 1) - 1) * size;
  const total = {
    total_items: batch.items.length,
    total_pages: Math.ceil(batch.items.length / size),
  };
  const items = batch.items.slice(from, from + size).map(({ paypalItemId, status, ...item }) => ({
    payout_item_id: paypalItemId,
    payout_batch_id: batch.paypalBatchId,
    transaction_status: status,
    payout_item: item,
    ...errorsOf(status, item.receiver),
  }));
  const isCounted = query.get('total_required') === 'true';
  return [200, { ...(isCounted && total), batch_header: headerOf(batch), items }];
}

function errorsOf(status: string, receiver: string): object {
  if (status === 'UNCLAIMED') {
    const message = `The recipient ${receiver} does not have an account.`;
    return { errors: { name: 'RECEIVER_UNREGISTERED', message, details: [] } };
  }
  return returned.includes(status) ? { errors: { name: 'RECEIVER_ACCOUNT_INVALID' } } : {};
}
