import { compressAgainRequest } from '@gossamer/contracts/compress-again';
import { idempotencyHeader, idempotencyKey as idempotencyKeySchema } from '@gossamer/contracts/compressions';
import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayDeps } from '../../deps.ts';
import { parseBody } from '../../http/parse-body.ts';
import { findCompression } from '../find-compression.ts';
import { createAcceptWebUpload, type Uploads } from './accept-web-upload.ts';
import { copyOriginal } from './compress-again.ts';
import { findByIdempotencyKey } from './find-by-idempotency-key.ts';
import { receiveUpload } from './receive-upload.ts';
import type { ReceivedUpload } from './received-upload.ts';
import { sendAnswer } from './send-answer.ts';

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
    if (earlier) return sendAnswer(request, reply, earlier);
    return sendAnswer(request, reply, await acceptWebUpload(request, reply, receive, idempotencyKey));
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
