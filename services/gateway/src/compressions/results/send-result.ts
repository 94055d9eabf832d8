import { mediaTypes } from '@gossamer/contracts/formats';
import { resultFilename } from '@gossamer/contracts/result-filename';
import { AppError } from '@gossamer/service-kit/errors';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CompressionRow } from '../../db/schema.ts';
import type { GatewayDeps } from '../../deps.ts';
import { sendObject } from './send-object.ts';

/**
 * Sends the result of a completed compression as a file.
 * @throws AppError `result_expired`
 */
export function sendResult(
  request: FastifyRequest,
  reply: FastifyReply,
  { storage }: Pick<GatewayDeps, 'storage'>,
  row: CompressionRow,
): Promise<FastifyReply> {
  if (row.resultKey === null || row.resultFormat === null) throw new AppError('result_expired');
  reply.header('content-disposition', contentDisposition(resultFilename(row)));
  return sendObject(request, reply, storage, {
    key: row.resultKey,
    mediaType: mediaTypes[row.resultFormat],
    sizeBytes: row.resultSizeBytes ?? 0,
    etag: `"${row.resultSha256}"`,
    goneCode: 'result_expired',
  });
}
