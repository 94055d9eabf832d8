import { Readable } from 'node:stream';
import { AppError } from '@gossamer/service-kit/errors';
import { type ByteRange, ObjectNotFoundError, type Storage } from '@gossamer/service-kit/storage/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import parseRange from 'range-parser';

export interface SentObject {
  key: string;
  mediaType: string;
  sizeBytes: number;
  /** The ETag, including the quotation marks. It never changes, because the object stored under a key never changes. */
  etag: string;
  /** Error code of the response if the object no longer exists. */
  goneCode: 'result_expired' | 'original_expired';
}

/**
 * Streams an object or a byte range of it (RFC 9110, section 14).
 * @throws AppError
 */
export async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  object: SentObject,
): Promise<FastifyReply> {
  reply.headers({
    // Browsers must revalidate before each use, so that the cache does not serve files to the next user after a logout.
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag: object.etag,
    'content-type': object.mediaType,
    // Allow browsers to render uploaded content only as an image.
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
  // Destroy the stream if the client disconnects before the first read, because nothing else destroys it.
  payload.once('close', () => stream.destroy());
  return reply.header('content-length', lengthBytes).send(payload);
}

/**
 * Aborts the connection if the stream ends before the announced length. Otherwise, the client would wait for the
 * missing bytes.
 */
async function* whole(stream: AsyncIterable<Buffer>, lengthBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    yield chunk;
  }
  if (bytes < lengthBytes) throw new Error(`expected a file of ${lengthBytes} bytes, got ${bytes}`);
}

/**
 * Returns the requested byte range. Returns undefined (the whole object) if several ranges were requested or If-Range
 * does not match.
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
