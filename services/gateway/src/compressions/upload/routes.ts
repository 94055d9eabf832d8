import { compressAgainRequest } from '@gossamer/contracts/compress-again';
import {
  type CompressResponse,
  idempotencyHeader,
  idempotencyKey as idempotencyKeySchema,
} from '@gossamer/contracts/compressions';
import { errorStatuses } from '@gossamer/contracts/errors';
import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CompressionRow } from '../../db/schema.ts';
import type { GatewayDeps } from '../../deps.ts';
import { parseBody } from '../../http/parse-body.ts';
import { findCompression } from '../find-compression.ts';
import { downloadUrl, failure, toPublic } from '../to-public.ts';
import { createAcceptWebUpload, type Uploads } from './accept-web-upload.ts';
import { copyOriginal } from './compress-again.ts';
import { findByIdempotencyKey } from './find-by-idempotency-key.ts';
import { receiveUpload } from './receive-upload.ts';
import type { ReceivedUpload } from './received-upload.ts';

/** Registers the routes for uploading an image and for compressing its original again with other settings. */
export function uploadRoutes(http: Http, deps: GatewayDeps, uploads: Uploads): void {
  const acceptWebUpload = createAcceptWebUpload(deps, uploads);

  const accept = async (
    request: FastifyRequest,
    reply: FastifyReply,
    receive: () => Promise<ReceivedUpload>,
  ) => {
    const idempotencyKey = readIdempotencyKey(request);
    const earlier = idempotencyKey && (await findByIdempotencyKey(deps.db, request.identity, idempotencyKey));
    if (earlier) return answer(request, reply, earlier);
    return answer(request, reply, await acceptWebUpload(request, reply, receive, idempotencyKey));
  };

  http.post('/api/compress', { config: { takesImages: true } }, (request, reply) =>
    accept(request, reply, () => receiveUpload(request, deps, uploads.guards)),
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
