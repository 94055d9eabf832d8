import { createHash } from 'node:crypto';
import { apiLimits } from '@gossamer/contracts/api';
import { idempotencyHeader, idempotencyKey } from '@gossamer/contracts/compressions';
import { AppError } from '@gossamer/service-kit/errors';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { GatewayDeps } from '../deps.ts';
import type { Member } from '../identity/identity.ts';
import { newId } from '../identity/new-id.ts';

/** For so long a request may be under way; then whoever worked on it is taken to be lost. */
const leaseMs = 15 * 60_000;
const retryAfterSeconds = 2;

export interface Answer {
  status: number;
  body: unknown;
}

/** One request as its idempotency key knows it. */
export interface Slot {
  /** Stands for the key where a job is accepted; undefined without a key. */
  id: string | undefined;
  /** Called with all that was sent, once it is here; gives the stored answer where there is one. @throws AppError `idempotency_key_reused` */
  recall(sent: unknown): Promise<Answer | undefined>;
}

const withoutKey: Slot = { id: undefined, recall: async () => undefined };

/**
 * Does something once for each `Idempotency-Key` of an account and operation (draft-ietf-httpapi-idempotency-key-header):
 * the answer is kept for 24 hours. What was refused may be sent again with the same key.
 * @throws AppError `idempotency_key_in_flight`, `idempotency_key_reused`, `invalid_idempotency_key`
 */
export async function once(
  deps: GatewayDeps,
  request: FastifyRequest,
  { member, operation }: { member: Member; operation: string },
  act: (slot: Slot) => Promise<Answer>,
): Promise<Answer> {
  const key = readKey(request);
  if (key === undefined) return act(withoutKey);
  const where = { accountId: member.account.id, operation, key };
  const slot = await begin(deps, where);
  try {
    const answer = await act({ id: slot.id, recall: (sent) => recall(deps, where, slot, sent) });
    if (slot.status === null) await finish(deps, where, answer);
    return answer;
  } catch (error) {
    if (slot.status === null) await giveUp(deps, where, error);
    throw error;
  }
}

type Where = { accountId: string; operation: string; key: string };
type SlotRow = { id: string; fingerprint: string | null; status: number | null; body: unknown };

function readKey(request: FastifyRequest): string | undefined {
  const given = request.headers[idempotencyHeader];
  if (given === undefined) return undefined;
  const parsed = idempotencyKey.safeParse(given);
  if (!parsed.success) throw new AppError('invalid_idempotency_key', { field: 'Idempotency-Key' });
  return parsed.data;
}

/** Takes the key, or takes over what was given up or lost. What is done already comes as it is. */
async function begin({ db, clock }: GatewayDeps, where: Where): Promise<SlotRow> {
  const now = clock();
  const leasedUntil = new Date(now.getTime() + leaseMs);
  const keptSince = new Date(now.getTime() - apiLimits.idempotencyMs);
  const taken = await db
    .insertInto('idempotentRequests')
    .values({ ...where, id: newId(), fingerprint: null, status: null, leasedUntil, createdAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(['accountId', 'operation', 'key'])
        .doUpdateSet((update) => ({
          leasedUntil,
          // Of what is too old to be recalled nothing stays, not even what it was.
          id: sql`case when idempotent_requests.created_at < ${keptSince} then ${update.ref('excluded.id')} else idempotent_requests.id end`,
          ...{ fingerprint: null, status: null, body: null },
          createdAt: sql`case when idempotent_requests.created_at < ${keptSince} then ${now} else idempotent_requests.created_at end`,
        }))
        .where((where_) =>
          where_.or([
            where_.and([
              where_('idempotentRequests.status', 'is', null),
              where_('idempotentRequests.leasedUntil', '<=', now),
            ]),
            where_('idempotentRequests.createdAt', '<', keptSince),
          ]),
        ),
    )
    .returning(['id', 'fingerprint', 'status', 'body'])
    .executeTakeFirst();
  if (taken) return taken;
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
  slot: SlotRow,
  sent: unknown,
): Promise<Answer | undefined> {
  const fingerprint = createHash('sha256').update(JSON.stringify(sent)).digest('hex');
  if (slot.status === null) {
    await at(db.updateTable('idempotentRequests'), where).set({ fingerprint }).execute();
    return undefined;
  }
  if (slot.fingerprint !== fingerprint) {
    throw new AppError('idempotency_key_reused', { field: 'Idempotency-Key' });
  }
  return { status: slot.status, body: slot.body };
}

async function finish({ db }: GatewayDeps, where: Where, { status, body }: Answer): Promise<void> {
  await at(db.updateTable('idempotentRequests'), where)
    .set({ status, body: JSON.stringify(body) })
    .execute();
}

/** A refusal has done nothing, so the key is free again; after a fault of ours it may have, and stands for the same job. */
async function giveUp({ db, clock, logger }: GatewayDeps, where: Where, error: unknown): Promise<void> {
  const isRefusal = error instanceof AppError && error.retryAfterSeconds === undefined;
  const query = isRefusal
    ? at(db.deleteFrom('idempotentRequests'), where).execute()
    : at(db.updateTable('idempotentRequests'), where).set({ leasedUntil: clock() }).execute();
  await query.catch((fault: unknown) => logger.warn({ err: fault }, 'idempotency key not freed'));
}

/** Narrows a query to one key. */
function at<Q extends { where(column: 'accountId' | 'operation' | 'key', is: '=', value: string): Q }>(
  query: Q,
  { accountId, operation, key }: Where,
): Q {
  return query.where('accountId', '=', accountId).where('operation', '=', operation).where('key', '=', key);
}
