import { createHash } from 'node:crypto';
import { apiLimits } from '@gossamer/contracts/api';
import { idempotencyHeader, idempotencyKey } from '@gossamer/contracts/compressions';
import { AppError } from '@gossamer/service-kit/errors';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { GatewayDeps } from '../../deps.ts';
import type { Member } from '../../http/identity/identity.ts';
import { newId } from '../../http/identity/new-id.ts';

/** Duration of a record's lease in ms. A request that has not been answered within this time is considered lost. */
const leaseMs = 15 * 60_000;
const retryAfterSeconds = 2;

export interface Answer {
  status: number;
  body: unknown;
}

/** The idempotency record of one request. */
export interface IdempotencyRecord {
  /**
   * Id of the record, used as the idempotency key of the accepted job. Undefined if the request has no
   * `Idempotency-Key`.
   */
  id: string | undefined;
  /** Whether the response to an earlier request with the same key is stored. */
  isAnswered: boolean;
  /**
   * Returns the stored response if the complete request `sent` matches the earlier request; undefined if no response is
   * stored.
   * @throws AppError `idempotency_key_reused`
   */
  recall(sent: unknown): Promise<Answer | undefined>;
}

const withoutKey: IdempotencyRecord = { id: undefined, isAnswered: false, recall: async () => undefined };

/**
 * Runs `act` once per `Idempotency-Key`, account and operation (draft-ietf-httpapi-idempotency-key-header). The
 * response is stored for 24 hours. After a rejected request, the client may use the same key for a retry.
 * @throws AppError `idempotency_key_in_flight`, `idempotency_key_reused`, `invalid_idempotency_key`
 */
export async function once(
  deps: GatewayDeps,
  request: FastifyRequest,
  { member, operation }: { member: Member; operation: string },
  act: (record: IdempotencyRecord) => Promise<Answer>,
): Promise<Answer> {
  const key = readKey(request);
  if (key === undefined) return act(withoutKey);
  const where = { accountId: member.account.id, operation, key };
  const record = await begin(deps, where);
  try {
    const answer = await act({
      id: record.id,
      isAnswered: record.status !== null,
      recall: (sent) => recall(deps, where, record, sent),
    });
    if ('isNew' in record) await finish(deps, where, record, answer);
    return answer;
  } catch (error) {
    if ('isNew' in record) await releaseKey(deps, where, record, error);
    throw error;
  }
}

type Where = { accountId: string; operation: string; key: string };
type IdempotencyRow = { id: string; fingerprint: string | null; status: number | null; body: unknown };
/** An idempotency record leased by the current request. `isNew` is true if the request has created it. */
type LeasedRecord = IdempotencyRow & { leasedUntil: Date; isNew: boolean };

function readKey(request: FastifyRequest): string | undefined {
  const given = request.headers[idempotencyHeader];
  if (given === undefined) return undefined;
  const parsed = idempotencyKey.safeParse(given);
  if (!parsed.success) throw new AppError('invalid_idempotency_key', { field: 'Idempotency-Key' });
  return parsed.data;
}

/**
 * Creates the record for an idempotency key, or takes over a record whose lease was released or has expired. Returns a
 * completed record unchanged.
 */
async function begin({ db, clock }: GatewayDeps, where: Where): Promise<IdempotencyRow | LeasedRecord> {
  const now = clock();
  const leasedUntil = new Date(now.getTime() + leaseMs);
  const keptSince = new Date(now.getTime() - apiLimits.idempotencyMs);
  const newest = newId();
  const taken = await db
    .insertInto('idempotentRequests')
    .values({ ...where, id: newest, fingerprint: null, status: null, leasedUntil, createdAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(['accountId', 'operation', 'key'])
        .doUpdateSet((update) => ({
          leasedUntil,
          // If the record is older than the retention period, replace it completely, including its id.
          id: sql`case when idempotent_requests.created_at < ${keptSince} then ${update.ref('excluded.id')} else idempotent_requests.id end`,
          // If the record is within the retention period, keep its fingerprint, so that only the same request can
          // continue with its job.
          fingerprint: sql`case when idempotent_requests.created_at < ${keptSince} then null else idempotent_requests.fingerprint end`,
          status: null,
          body: null,
          createdAt: sql`case when idempotent_requests.created_at < ${keptSince} then ${now} else idempotent_requests.created_at end`,
        }))
        .where((conditions) =>
          conditions.or([
            conditions.and([
              conditions('idempotentRequests.status', 'is', null),
              conditions('idempotentRequests.leasedUntil', '<=', now),
            ]),
            conditions('idempotentRequests.createdAt', '<', keptSince),
          ]),
        ),
    )
    .returning(['id', 'fingerprint', 'status', 'body'])
    .executeTakeFirst();
  if (taken) return { ...taken, leasedUntil, isNew: taken.id === newest };
  const done = await at(db.selectFrom('idempotentRequests'), where)
    .select(['id', 'fingerprint', 'status', 'body'])
    .executeTakeFirst();
  if (done?.status === undefined || done.status === null) {
    throw new AppError('idempotency_key_in_flight', { field: 'Idempotency-Key', retryAfterSeconds });
  }
  return done;
}

async function recall(
  { db }: GatewayDeps,
  where: Where,
  record: IdempotencyRow | LeasedRecord,
  sent: unknown,
): Promise<Answer | undefined> {
  const fingerprint = createHash('sha256').update(JSON.stringify(sent)).digest('hex');
  if (record.fingerprint !== null && record.fingerprint !== fingerprint) {
    throw new AppError('idempotency_key_reused', { field: 'Idempotency-Key' });
  }
  if (record.status !== null) return { status: record.status, body: record.body };
  if ('isNew' in record)
    await whileLeased(db.updateTable('idempotentRequests'), where, record).set({ fingerprint }).execute();
  return undefined;
}

async function finish(
  { db }: GatewayDeps,
  where: Where,
  record: LeasedRecord,
  { status, body }: Answer,
): Promise<void> {
  await whileLeased(db.updateTable('idempotentRequests'), where, record)
    .set({ status, body: JSON.stringify(body) })
    .execute();
}

/**
 * Releases an idempotency key after a failed request. If the first request with the key was rejected, its record is
 * deleted, because no job was created. Otherwise, the record is kept, so that a retry continues with the same job.
 */
async function releaseKey(
  { db, clock, logger }: GatewayDeps,
  where: Where,
  record: LeasedRecord,
  error: unknown,
): Promise<void> {
  const isRefusal = error instanceof AppError && error.retryAfterSeconds === undefined;
  const query =
    isRefusal && record.isNew
      ? whileLeased(db.deleteFrom('idempotentRequests'), where, record).execute()
      : whileLeased(db.updateTable('idempotentRequests'), where, record)
          .set({ leasedUntil: clock() })
          .execute();
  await query.catch((fault: unknown) => logger.warn({ err: fault }, 'failed to release idempotency key'));
}

type Column = 'accountId' | 'operation' | 'key';

/** Restricts a query to one idempotency record, provided that it is still leased by the caller. */
function whileLeased<Q extends { where(column: 'leasedUntil', is: '=', value: Date): Q } & Narrowable<Q>>(
  query: Q,
  where: Where,
  { leasedUntil }: LeasedRecord,
): Q {
  return at(query, where).where('leasedUntil', '=', leasedUntil);
}

interface Narrowable<Q> {
  where(column: Column, is: '=', value: string): Q;
}

/** Restricts a query to one idempotency record. */
function at<Q extends Narrowable<Q>>(query: Q, { accountId, operation, key }: Where): Q {
  return query.where('accountId', '=', accountId).where('operation', '=', operation).where('key', '=', key);
}
