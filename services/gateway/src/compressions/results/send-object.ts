import { Readable } from 'node:stream';
import { AppError } from '@gossamer/service-kit/errors';
import { type ByteRange, ObjectNotFoundError, type Storage } from '@gossamer/service-kit/storage/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import parseRange from 'range-parser';

export interface SentObject {
  key: string;
  mediaType: string;
  sizeBytes: number;
  /** The ETag with its quotation marks. It stays valid, because the object of a key never changes. */
  etag: string;
  /** The error code of the response if the object no longer exists. */
  goneCode: 'result_expired' | 'original_expired';
}

/**
 * Streams an object, or one range of it (RFC 9110, 14).
 * @throws AppError
 */
export async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  object: SentObject,
): Promise<FastifyReply> {
  reply.headers({
    // Browsers must revalidate before each use, so that the cache serves nothing to the next user after a logout.
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag: object.etag,
    'content-type': object.mediaType,
    // Uploaded content may only be rendered as an image.
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
  if (request.headers['if-none-match'] === object.etag) return reply.code(304).send();

  const range = readRange(request, reply, object);
  const stream = await storage.open(object.key, range).catch((error: unknown) => {
    throw error instanceof ObjectNotFoundError ? new AppError(object.goneCode, { cause: error }) : error;
  });
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${object.sizeBytes}`);
  const lengthBytes = range ? range.end - range.start + 1 : object.sizeBytes;
  const payload = Readable.from(whole(stream, lengthBytes));
  // Destroy the stream if the client disconnects before the first read; nothing else would do so.
  payload.once('close', () => stream.destroy());
  return reply.header('content-length', lengthBytes).send(payload);
}

/**
 * Aborts the connection if the file is shorter than the size in its row; otherwise the client would wait for the rest.
 */
async function* whole(stream: AsyncIterable<Buffer>, lengthBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    yield chunk;
  }
  if (bytes < lengthBytes) throw new Error(`a file of ${lengthBytes} bytes ended after ${bytes}`);
}

/**
 * Returns the requested byte range. Returns undefined, for the whole object, if the request has several ranges or its
 * If-Range does not match.
 */
function readRange(request: FastifyRequest, reply: FastifyReply, object: SentObject): ByteRange | undefined {
  const { range: header, 'if-range': ifRange } = request.headers;
  if (header === undefined || (ifRange !== undefined && ifRange !== object.etag)) return undefined;
  const ranges = parseRange(object.sizeBytes, header);
  if (ranges === -1) {
    reply.header('content-range', `bytes */${object.sizeBytes}`);
    throw new AppError('range_not_satisfiable');
  }
  return ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1 ? undefined : ranges[0];
}
