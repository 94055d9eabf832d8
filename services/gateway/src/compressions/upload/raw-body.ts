import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { GatewayDeps } from '../../deps.ts';
import type { Member } from '../../http/identity/identity.ts';
import { newId } from '../../http/identity/new-id.ts';
import { cleanFilename } from './clean-filename.ts';
import { maxFileBytesOf, tooLarge } from './plan-limits.ts';
import type { StoredUpload } from './received-upload.ts';
import { storeUpload, type UploadGuards } from './store-upload.ts';

/** A request body that is read as a stream. */
export interface RawBody {
  bytes: AsyncIterable<Buffer>;
  /** Stops reading, so that the rest of the body is discarded while the response is being sent. */
  letGo(): void;
}

/**
 * Returns the body of a request. The connection remains open if reading stops early, so that the client receives the
 * error.
 */
export function rawBody(request: IncomingMessage): RawBody {
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  return {
    bytes: { [Symbol.asyncIterator]: () => ({ next: () => chunks.next() }) },
    // Do not await the iterator, because it returns only with the next chunk, which may never arrive.
    letGo: () => void chunks.return?.().catch(() => undefined),
  };
}

/**
 * Streams an image that is sent as the raw request body into storage.
 * @throws AppError
 */
export async function storeRawBody(
  body: RawBody,
  headers: IncomingHttpHeaders,
  member: Member,
  { deps, guards }: { deps: GatewayDeps; guards: UploadGuards },
): Promise<StoredUpload> {
  const maxBytes = maxFileBytesOf(deps, member);
  const announcedBytes = Number(headers['content-length'] ?? maxBytes);
  if (announcedBytes > maxBytes) throw tooLarge(maxBytes);
  const id = newId();
  const sizes = { announcedBytes, maxBytes };
  try {
    const original = await storeUpload(id, body.bytes, sizes, member, { deps, guards });
    return { id, original, filename: cleanFilename(undefined, original.format) };
  } catch (error) {
    body.letGo();
    throw error;
  }
}
