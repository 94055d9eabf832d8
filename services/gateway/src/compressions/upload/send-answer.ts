import type { CompressResponse } from '@gossamer/contracts/compressions';
import { errorStatuses } from '@gossamer/contracts/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CompressionRow } from '../../db/schema.ts';
import { downloadUrl, failure, toPublic } from '../to-public.ts';

/**
 * Sends status 200 with the result, 202 while the compression is pending, or the error with its status if the
 * compression failed.
 */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, row: CompressionRow): FastifyReply {
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
