import type { ApiCompressionList, apiGetQuery, apiListQuery } from '@gossamer/contracts/api';
import { englishManifestPage } from '@gossamer/contracts/english-manifest';
import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { readCursor, writeCursor } from '../../compressions/cursor.ts';
import { findCompression } from '../../compressions/find-compression.ts';
import { deleteNow } from '../../compressions/history/delete-now.ts';
import { listCompressions } from '../../compressions/history/list-compressions.ts';
import { assertWaitBelow, expectedWaitMs } from '../../compressions/queue/expected-wait.ts';
import { awaitFinalized } from '../../compressions/results/await-result.ts';
import { toJobManifest } from '../../compressions/results/job-manifest.ts';
import { sendResult } from '../../compressions/results/send-result.ts';
import { sendVariant } from '../../compressions/results/send-variant.ts';
import { toApiCompression, toApiCompressions } from '../../compressions/to-api.ts';
import type { CompressionRow } from '../../db/schema.ts';
import type { GatewayDeps } from '../../deps.ts';
import { type Member, requireMember } from '../../http/identity/identity.ts';
import type { AnswerExamples } from '../document/examples.ts';
import { routeOf } from '../document/operation.ts';
import * as operations from './compression-operations.ts';
import { once } from './idempotency.ts';
import { receiveSubmission } from './receive-submission.ts';
import { createCompression } from './submission-operations.ts';
import { type ApiParts, recallOr, submit } from './submit.ts';

interface ById {
  Params: { id: string };
  Querystring: z.output<typeof apiGetQuery>;
}
interface List {
  Querystring: z.output<typeof apiListQuery>;
}

/** Registers the job operations: create, get, list, delete. */
export function compressionRoutes(
  http: Http,
  deps: GatewayDeps,
  parts: ApiParts,
  examples: AnswerExamples,
): void {
  const create = { takesImages: true, operation: createCompression(examples) };
  http.post('/compressions', { config: create }, async (request, reply) => {
    const member = requireMember(request);
    const caller = { member, requestId: request.id, startedAt: deps.clock() };
    const operation = 'POST /compressions';
    const answer = await once(deps, request, { member, operation }, async (record) => {
      if (!record.isAnswered) await assertWaitBelow(parts.queueState, member, deps.config.api.maxWaitMs);
      const submission = await receiveSubmission(request, member, deps, parts.guards);
      return recallOr(deps, record, submission, () => submit(deps, submission, caller, parts, record.id));
    });
    if (answer.status === 202) await sayWhenToAsk(reply, parts, member);
    const { id } = answer.body as { id: string };
    return reply.code(answer.status).header('location', `/api/v1/compressions/${id}`).send(answer.body);
  });

  http.get<List>('/compressions', routeOf(operations.listCompressions(examples)), async (request, reply) => {
    const { identity, query } = request;
    const { cursor, limit, status } = query;
    const wish = {
      after: readCursor(cursor),
      limit,
      status: status === 'processing' ? ('pending' as const) : status,
    };
    const rows = await deps.ownerReads.run(identity.owner, () => listCompressions(deps.db, identity, wish));
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const body: ApiCompressionList = {
      data: await toApiCompressions(deps, page),
      nextCursor: rows.length > limit && last ? writeCursor(last) : null,
    };
    return reply.send(body);
  });

  http.get<ById>(
    '/compressions/:id',
    routeOf(operations.getCompression(examples)),
    async (request, reply) => {
      const waitMs = request.query.wait * 1_000;
      const row = await awaitFinalized(deps, await getRow(deps, request), waitMs, () =>
        findCompression(deps.db, request.identity, request.params.id),
      );
      if (row.status === 'pending') await sayWhenToAsk(reply, parts, requireMember(request));
      return reply.send(await toApiCompression(deps, row));
    },
  );

  http.delete<ById>('/compressions/:id', routeOf(operations.deleteCompression()), async (request, reply) => {
    await deleteNow(deps, await getRow(deps, request));
    return reply.code(204).send();
  });
}

/** Registers the operations that send the files of a job: download, variant, manifest. */
export function fileRoutes(http: Http, deps: GatewayDeps, examples: AnswerExamples): void {
  http.get<ById>(
    '/compressions/:id/download',
    routeOf(operations.downloadResult()),
    async (request, reply) => {
      const row = await getRow(deps, request);
      if (row.status !== 'completed') throw new AppError('result_not_ready');
      return sendResult(request, reply, deps, row);
    },
  );

  http.get<ById & { Params: { variant: string } }>(
    '/compressions/:id/variants/:variant',
    routeOf(operations.downloadVariant()),
    async (request, reply) => {
      const row = await getRow(deps, request);
      if (row.status !== 'completed') throw new AppError('result_not_ready');
      return sendVariant(request, reply, deps, row, request.params.variant);
    },
  );

  http.get<ById>(
    '/compressions/:id/manifest',
    routeOf(operations.getManifest(examples)),
    async (request, reply) => {
      const manifest = toJobManifest(await getRow(deps, request));
      reply.header('vary', 'accept');
      if (!request.headers.accept?.includes('text/html')) return reply.send(manifest);
      return reply.type('text/html; charset=utf-8').send(englishManifestPage(manifest));
    },
  );
}

async function getRow(deps: GatewayDeps, request: FastifyRequest<ById>): Promise<CompressionRow> {
  const row = await findCompression(deps.db, request.identity, request.params.id);
  if (!row) throw new AppError('compression_not_found');
  return row;
}

/** Sets Retry-After to the estimated queue wait time, so that clients do not poll too often. */
async function sayWhenToAsk(reply: FastifyReply, { queueState }: ApiParts, member: Member) {
  const waitMs = await expectedWaitMs(queueState, member);
  reply.header('retry-after', Math.max(1, Math.ceil(waitMs / 1_000)));
}
