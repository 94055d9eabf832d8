import { type ApiCompressionList, apiLimits, apiListQuery } from '@gossamer/contracts/api';
import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCursor, writeCursor } from '../../compressions/cursor.ts';
import { deleteNow } from '../../compressions/history/delete-now.ts';
import { findCompression, listCompressions } from '../../compressions/queries.ts';
import { sendResult } from '../../compressions/results/send-result.ts';
import { toApiCompression } from '../../compressions/to-api.ts';
import type { CompressionRow } from '../../db/schema.ts';
import type { GatewayDeps } from '../../deps.ts';
import { requireMember } from '../../http/identity/identity.ts';
import { once } from './idempotency.ts';
import { receiveSubmission } from './receive-submission.ts';
import { type ApiParts, awaitFinalized, recallOr, submit } from './submit.ts';

interface ById {
  Params: { id: string };
  Querystring: { wait?: unknown };
}

/** Registers the operations on jobs: create, get, list, download, delete. */
export function compressionRoutes(http: Http, deps: GatewayDeps, parts: ApiParts): void {
  http.post('/compressions', { config: { takesImages: true } }, async (request, reply) => {
    const member = requireMember(request);
    const caller = { member, requestId: request.id, startedAt: deps.clock() };
    const operation = 'POST /compressions';
    const answer = await once(deps, request, { member, operation }, async (slot) => {
      if (!slot.isAnswered) await parts.backlog.assertWaitBelow(member, deps.config.api.maxWaitMs);
      const submission = await receiveSubmission(request, member, deps, parts.guards);
      return recallOr(deps, slot, submission, () => submit(deps, submission, caller, parts, slot.id));
    });
    if (answer.status === 202) await sayWhenToAsk(reply, parts, member);
    const { id } = answer.body as { id: string };
    return reply.code(answer.status).header('location', `/api/v1/compressions/${id}`).send(answer.body);
  });

  http.get('/compressions', async (request, reply) => {
    const { cursor, limit, status } = readListQuery(request.query);
    const { identity } = request;
    const wish = {
      ...{ after: readCursor(cursor), limit },
      status: status === 'processing' ? ('pending' as const) : status,
    };
    const rows = await deps.ownerReads.run(identity.owner, () => listCompressions(deps.db, identity, wish));
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const body: ApiCompressionList = {
      data: await Promise.all(page.map((row) => toApiCompression(deps, row))),
      nextCursor: rows.length > limit && last ? writeCursor(last) : null,
    };
    return reply.send(body);
  });

  http.get<ById>('/compressions/:id', async (request, reply) => {
    const waitMs = readWait(request.query.wait) * 1_000;
    const row = await awaitFinalized(deps, await getRow(deps, request), waitMs, () =>
      findCompression(deps.db, request.identity, request.params.id),
    );
    if (row.status === 'pending') await sayWhenToAsk(reply, parts, requireMember(request));
    return reply.send(await toApiCompression(deps, row));
  });

  http.get<ById>('/compressions/:id/download', async (request, reply) => {
    const row = await getRow(deps, request);
    if (row.status !== 'completed') throw new AppError('result_not_ready');
    return sendResult(request, reply, deps, row);
  });

  http.delete<ById>('/compressions/:id', async (request, reply) => {
    await deleteNow(deps, await getRow(deps, request));
    return reply.code(204).send();
  });
}

async function getRow(deps: GatewayDeps, request: FastifyRequest<ById>): Promise<CompressionRow> {
  const row = await findCompression(deps.db, request.identity, request.params.id);
  if (!row) throw new AppError('compression_not_found');
  return row;
}

/** Sends the estimated wait as Retry-After, to limit polling. */
async function sayWhenToAsk(
  reply: FastifyReply,
  { backlog }: ApiParts,
  member: Parameters<ApiParts['backlog']['waitMs']>[0],
) {
  reply.header('retry-after', Math.max(1, Math.ceil((await backlog.waitMs(member)) / 1_000)));
}

function readWait(given: unknown): number {
  if (given === undefined) return 0;
  const seconds = /^\d{1,3}$/.test(String(given)) ? Number(given) : Number.NaN;
  if (seconds <= apiLimits.maxWaitSeconds) return seconds;
  throw new AppError('invalid_wait', { field: 'wait', details: { max: apiLimits.maxWaitSeconds } });
}

function readListQuery(query: unknown) {
  const parsed = apiListQuery.safeParse(query);
  if (parsed.success) return parsed.data;
  throw new AppError('invalid_request', { field: String(parsed.error.issues[0]?.path[0] ?? 'query') });
}
