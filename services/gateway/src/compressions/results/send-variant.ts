import { mediaTypes } from '@gossamer/contracts/formats';
import { variantFilename } from '@gossamer/contracts/variant-names';
import { variantKey, variantName } from '@gossamer/contracts/variants';
import { AppError } from '@gossamer/service-kit/errors';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CompressionRow } from '../../db/schema.ts';
import type { GatewayDeps } from '../../deps.ts';
import { sendObject } from './send-object.ts';

/**
 * Sends one variant of a completed compression as a file.
 * @param name the variant's name within its group, such as `800.avif`
 * @throws AppError `compression_not_found` if there is no such variant; `result_expired`
 */
export function sendVariant(
  request: FastifyRequest,
  reply: FastifyReply,
  { storage }: Pick<GatewayDeps, 'storage'>,
  row: CompressionRow,
  name: string,
): Promise<FastifyReply> {
  const { variants, resultKey } = row;
  const file = variants?.files.find((each) => variantName(each) === name);
  if (!variants || !file) throw new AppError('compression_not_found');
  if (resultKey === null) throw new AppError('result_expired');
  reply.header('content-disposition', contentDisposition(variantFilename(row.originalFilename, file)));
  return sendObject(request, reply, storage, {
    key: variantKey(resultKey, variants, file),
    mediaType: mediaTypes[file.format],
    sizeBytes: file.sizeBytes,
    etag: `"${file.sha256}"`,
    goneCode: 'result_expired',
  });
}
