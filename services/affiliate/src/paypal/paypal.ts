import { batchAnswer, createdAnswer } from './answers.ts';
import { batchBody } from './batch-body.ts';
import { type Answer, type Call, openCalls } from './calls.ts';
import { batchOutcomeOf, toItemResult } from './outcomes.ts';
import { readRefusal } from './read-refusal.ts';

export interface PaypalConfig {
  clientId: string;
  clientSecret: string;
  /** Base URL of PayPal's live or sandbox API. */
  apiUrl: string;
  /** Timeout of one API call in milliseconds. */
  timeoutMs: number;
}

export interface PaypalItem {
  /** Payout id. PayPal does not require the id to be unique. */
  payoutId: string;
  email: string;
  /** Amount in US cents. */
  amountCents: number;
  /** Note that PayPal shows to the recipient. */
  note: string;
}

/**
 * Result of creating a batch. `refused`: no item was paid; `faultyPayoutIds` is empty if PayPal's response identifies
 * no invalid item.
 */
export type CreatedBatch =
  | { kind: 'created'; paypalBatchId: string }
  | { kind: 'refused'; faultyPayoutIds: string[]; reason: string };

export interface ItemResult {
  payoutId: string;
  paypalItemId: string;
  /** Status of the item as reported by PayPal. */
  status: string;
  outcome: 'paid' | 'returned' | 'inProgress';
  reason: string | null;
}

export interface BatchResult {
  /** Status of the batch as reported by PayPal. */
  status: string;
  outcome: 'inProgress' | 'done' | 'denied';
  /** Items included in PayPal's response. The status of all other items is still unknown. */
  items: ItemResult[];
}

/** PayPal's Payouts API (developer.paypal.com/api/payments.payouts-batch/v1). */
export interface Paypal {
  /**
   * Creates a batch, or finds an earlier batch with the same id. PayPal remembers batch ids for 30 days.
   * @throws PaypalUnavailable if it is unknown whether the request took effect: retry with the same id
   * @throws RangeError if there are no items or more than 15,000, or if an amount is not a positive whole number of
   * cents
   */
  createBatch(senderBatchId: string, items: PaypalItem[]): Promise<CreatedBatch>;
  /** Reads the status of a batch and its items. @throws PaypalUnavailable */
  readBatch(paypalBatchId: string): Promise<BatchResult>;
}

/**
 * Thrown if PayPal did not respond, returned an error or sent an invalid response. The message omits email addresses
 * and secrets.
 */
export class PaypalUnavailable extends Error {
  override name = 'PaypalUnavailable';
}

const batchesPath = '/v1/payments/payouts';
/** PayPal's maximum number of items per page. */
const pageSize = 1_000;
/**
 * Maximum number of pages to read, which prevents an endless loop. This is sufficient for 15,000 items in pages of 15.
 */
const maxPages = 1_000;

/** Creates the PayPal client. An access token is requested by the first call. */
export function createPaypal(config: PaypalConfig): Paypal {
  const call = openCalls(config);
  return {
    createBatch: (senderBatchId, items) => createBatch(call, senderBatchId, items),
    readBatch: (paypalBatchId) => readBatch(call, paypalBatchId),
  };
}

async function createBatch(call: Call, senderBatchId: string, items: PaypalItem[]): Promise<CreatedBatch> {
  const answer = await call('POST', batchesPath, batchBody(senderBatchId, items));
  if (isSuccess(answer)) {
    const { batch_header } = read(createdAnswer, answer);
    return { kind: 'created', paypalBatchId: batch_header.payout_batch_id };
  }
  const refusal = answer.status === 400 ? readRefusal(answer.body, items) : undefined;
  if (!refusal) throw new PaypalUnavailable(answer.said);
  return refusal;
}

async function readBatch(call: Call, paypalBatchId: string): Promise<BatchResult> {
  const path = `${batchesPath}/${encodeURIComponent(paypalBatchId)}`;
  const first = await readPage(call, path, 1);
  const items = [...first.items];
  for (let page = 2, { isLast } = first; !isLast; page += 1) {
    const more = await readPage(call, path, page);
    items.push(...more.items);
    isLast = more.isLast;
  }
  // Return the status from the first page. If the batch had a final status by then, all later pages are complete.
  return { status: first.status, outcome: batchOutcomeOf(first.status), items: items.map(toItemResult) };
}

async function readPage(call: Call, path: string, page: number) {
  const answer = await call('GET', `${path}?page=${page}&page_size=${pageSize}&total_required=true`);
  if (!isSuccess(answer)) throw new PaypalUnavailable(answer.said);
  const { batch_header, items, total_pages } = read(batchAnswer, answer);
  const isLast =
    page >= maxPages || (total_pages === undefined ? items.length < pageSize : page >= total_pages);
  return { status: batch_header.batch_status, items, isLast };
}

const isSuccess = ({ status }: Answer) => status >= 200 && status < 300;

interface Shape<T> {
  safeParse(body: unknown): { data?: T | undefined };
}

function read<T>(shape: Shape<T>, { body, said }: Answer): T {
  const { data } = shape.safeParse(body);
  if (data === undefined) throw new PaypalUnavailable(`${said}: unexpected body`);
  return data;
}
