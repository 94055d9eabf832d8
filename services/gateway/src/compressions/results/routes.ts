import { mediaTypes } from '@gossamer/contracts/formats';
import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CompressionRow } from '../../db/schema.ts';
import type { GatewayDeps } from '../../deps.ts';
import { findCompression } from '../find-compression.ts';
import { sendObject } from './send-object.ts';
import { sendResult } from './send-result.ts';
import { sendVariant } from './send-variant.ts';

interface ById {
  Params: { id: string };
}

/** Registers the download routes for results, previews and originals, which are accessible only to the owner. */
export function downloadRoutes(http: Http, deps: GatewayDeps): void {
  const download = async (request: FastifyRequest<ById>, reply: FastifyReply) =>
    sendResult(request, reply, deps, await getCompleted(deps, request));
  http.get('/api/download/:id', download);
  http.get('/compressed/:id/:name', download);

  http.get<ById & { Params: { variant: string } }>('/api/download/:id/:variant', async (request, reply) =>
    sendVariant(request, reply, deps, await getCompleted(deps, request), request.params.variant),
  );

  http.get<ById>('/api/preview/:id', async (request, reply) => {
    const row = await getCompleted(deps, request);
    if (row.previewKey === null) throw new AppError('result_expired');
    const object = await deps.storage.head(row.previewKey);
    reply.header('content-disposition', 'inline');
    return sendObject(request, reply, deps.storage, {
      key: row.previewKey,
      // If a reused result has no preview, the result itself serves as the preview, in its own format.
      mediaType: row.previewKey === row.resultKey ? mediaTypes[row.resultFormat ?? 'webp'] : mediaTypes.webp,
      sizeBytes: object?.sizeBytes ?? 0,
      etag: `"preview-${row.resultSha256}"`,
      goneCode: 'result_expired',
    });
  });

  http.get<ById>('/api/original/:id', async (request, reply) => {
    const row = await getCompleted(deps, request);
    if (row.originalKey === null) throw new AppError('original_expired');
    reply.header('content-disposition', contentDisposition(row.originalFilename));
    return sendObject(request, reply, deps.storage, {
      key: row.originalKey,
      mediaType: mediaTypes[row.originalFormat],
      sizeBytes: row.originalSizeBytes,
      etag: `"${row.originalSha256}"`,
      goneCode: 'original_expired',
    });
  });
}

async function getCompleted(deps: GatewayDeps, request: FastifyRequest<ById>): Promise<CompressionRow> {
  const row = await findCompression(deps.db, request.identity, request.params.id);
  if (!row) throw new AppError('compression_not_found');
  if (row.status !== 'completed') throw new AppError('result_not_ready');
  return row;
}
