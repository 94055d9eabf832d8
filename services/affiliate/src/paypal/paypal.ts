import { batchAnswer, createdAnswer } from './answers.ts';
import { batchBody } from './batch-body.ts';
import { type Answer, type Call, openCalls } from './calls.ts';
import { batchOutcomeOf, toItemResult } from './outcomes.ts';
import { readRefusal } from './read-refusal.ts';

export interface PaypalConfig {
  clientId: string;
  clientSecret: string;
  /** Live or sandbox. */
  apiUrl: string;
  /** One call ends after this. */
  timeoutMs: number;
}

export interface PaypalItem {
  /** Ours; PayPal does not mind seeing one twice. */
  payoutId: string;
  email: string;
  /** US cents. */
  amountCents: number;
  /** The receiver reads it. */
  note: string;
}

/** Refused: no item was paid. `faultyPayoutIds` is empty when PayPal names none. */
export type CreatedBatch =
  | { kind: 'created'; paypalBatchId: string }
  | { kind: 'refused'; faultyPayoutIds: string[]; reason: string };

export interface ItemResult {
  payoutId: string;
  paypalItemId: string;
  /** PayPal's word. */
  status: string;
  outcome: 'paid' | 'returned' | 'underWay';
  reason: string | null;
}

export interface BatchResult {
  /** PayPal's word. */
  status: string;
  outcome: 'underWay' | 'done' | 'denied';
  /** Those that PayPal tells of; of one that it leaves out nothing is known yet. */
  items: ItemResult[];
}

/** PayPal's Payouts API (developer.paypal.com/api/payments.payouts-batch/v1). */
export interface Paypal {
  /**
   * Creates the batch, or finds the one that this id made before: PayPal knows it for 30 days.
   * @throws PaypalUnavailable when it is not known whether it took effect: ask again with the same id
   * @throws RangeError for no items or more than 15,000, or an amount that is no whole number of cents above zero
   */
  createBatch(senderBatchId: string, items: PaypalItem[]): Promise<CreatedBatch>;
  /** @throws PaypalUnavailable */
  readBatch(paypalBatchId: string): Promise<BatchResult>;
}

/** PayPal did not answer, did not want to, or said what nobody understands. Its message has no address and no secret. */
export class PaypalUnavailable extends Error {
  override name = 'PaypalUnavailable';
}

const batchesPath = '/v1/payments/payouts';
/** The most that PayPal gives. */
const pageSize = 1_000;
/** Enough for 15,000 items in pages of 15; no answer makes it go on for ever. */
const maxPages = 1_000;

/** Opens nothing: a token is asked for with the first call. */
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
  // The first page's word is the oldest: what is done by it was done on every page.
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
  if (data === undefined) throw new PaypalUnavailable(`${said}, and not as expected`);
  return data;
}
