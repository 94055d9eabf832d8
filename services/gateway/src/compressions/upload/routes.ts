import { compressAgainRequest } from '@gossamer/contracts/compress-again';
import {
  type CompressResponse,
  idempotencyHeader,
  idempotencyKey as idempotencyKeySchema,
} from '@gossamer/contracts/compressions';
import { errorStatuses } from '@gossamer/contracts/errors';
import { compressWaitMs } from '@gossamer/contracts/limits';
import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CompressionRow } from '../../db/schema.ts';
import type { GatewayDeps } from '../../deps.ts';
import { parseBody } from '../../http/parse-body.ts';
import { LimitReachedError } from '../../limits/quota.ts';
import { sendRateLimit } from '../../limits/rate-limit-headers.ts';
import { findByIdempotencyKey, findCompression } from '../queries.ts';
import type { Backlog } from '../queue/backlog.ts';
import { downloadUrl, failure, toPublic } from '../to-public.ts';
import { acceptUpload } from './accept-upload.ts';
import { copyOriginal } from './compress-again.ts';
import type { Sender } from './insert-upload.ts';
import { receiveUpload } from './receive-upload.ts';
import type { ReceivedUpload, UploadGuards } from './store-upload.ts';

/** Registers the routes for uploading an image and for compressing its original again with other settings. */
export function uploadRoutes(
  http: Http,
  deps: GatewayDeps,
  { backlog, guards }: { backlog: Backlog; guards: UploadGuards },
): void {
  /** Accepts an upload. The response headers always contain the remaining quota, even if it is 0. */
  const take = async (reply: FastifyReply, sender: Sender, receive: () => Promise<ReceivedUpload>) => {
    try {
      const upload = await deps.stages.time('receive', receive);
      const { maxWaitMs } = deps.config;
      const handling = { backlog, effort: undefined, maxWaitMs, waitMs: compressWaitMs };
      const accepted = await acceptUpload(deps, upload, sender, handling);
      if (accepted.allowance) sendRateLimit(reply, accepted.allowance, deps.clock());
      return accepted.row;
    } catch (error) {
      if (error instanceof LimitReachedError) {
        guards.quotaDenials.note(error);
        sendRateLimit(reply, error.allowance, deps.clock());
      }
      throw error;
    }
  };

  const accept = async (
    request: FastifyRequest,
    reply: FastifyReply,
    receive: () => Promise<ReceivedUpload>,
  ) => {
    const idempotencyKey = readIdempotencyKey(request);
    const { identity, id: requestId } = request;
    const earlier = idempotencyKey && (await findByIdempotencyKey(deps.db, identity, idempotencyKey));
    if (earlier) return answer(request, reply, earlier);
    const startedAt = deps.clock();
    await backlog.assertWaitBelow(identity, deps.config.maxWaitMs);
    const sender = { identity, requestId, idempotencyKey, startedAt };
    return answer(request, reply, await take(reply, sender, receive));
  };

  http.post('/api/compress', { config: { takesImages: true } }, (request, reply) =>
    accept(request, reply, () => receiveUpload(request, deps, guards)),
  );

  http.post<{ Params: { id: string } }>('/api/compression/:id/again', (request, reply) =>
    accept(request, reply, async () => {
      const row = await findCompression(deps.db, request.identity, request.params.id);
      if (!row) throw new AppError('compression_not_found');
      if (row.status === 'pending') throw new AppError('result_not_ready');
      const { settings } = parseBody(compressAgainRequest, request.body);
      return copyOriginal(deps, row, settings);
    }),
  );
}

function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const given = request.headers[idempotencyHeader];
  if (given === undefined) return undefined;
  const parsed = idempotencyKeySchema.safeParse(given);
  if (!parsed.success) throw new AppError('invalid_idempotency_key', { field: 'Idempotency-Key' });
  return parsed.data;
}

/**
 * Sends status 200 with the result, 202 while the compression is pending, or the error with its status if the
 * compression failed.
 */
function answer(request: FastifyRequest, reply: FastifyReply, row: CompressionRow): FastifyReply {
  reply.header('cache-control', 'no-store');
  const failed = failure(row);
  if (failed?.code) {
    const body = { success: false, ...failed, compressionId: row.id, requestId: request.id };
    return reply.code(errorStatuses[failed.code]).send(body);
  }
  if (row.status === 'pending') {
    const body: CompressResponse = { compressionId: row.id, message: 'The image is being compressed.' };
    return reply.code(202).send(body);
  }
  const compression = toPublic(row);
  const body: CompressResponse = {
    success: true,
    compressionId: row.id,
    downloadUrl: downloadUrl(row),
    compressedSize: compression.compressedSize ?? 0,
    compressionRatio: compression.compressionRatio ?? 0,
    compression,
  };
  return reply.send(body);
}
