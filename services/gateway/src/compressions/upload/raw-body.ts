import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { GatewayDeps } from '../../deps.ts';
import type { Member } from '../../http/identity/identity.ts';
import { newId } from '../../http/identity/new-id.ts';
import { cleanFilename } from '../filenames.ts';
import { tooLarge } from './store-original.ts';
import { maxFileBytesOf, type StoredUpload, storeUpload, type UploadGuards } from './store-upload.ts';

/** A body that is read as it comes. */
export interface RawBody {
  bytes: AsyncIterable<Buffer>;
  /** Called when no more of it is wanted: what still comes can then be thrown away while the answer is read. */
  letGo(): void;
}

/** The connection stays whole when reading stops early, so that the refusal arrives. */
export function rawBody(request: IncomingMessage): RawBody {
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  return {
    bytes: { [Symbol.asyncIterator]: () => ({ next: () => chunks.next() }) },
    // Its end is not awaited: it comes with the next chunk, if ever.
    letGo: () => void chunks.return?.().catch(() => undefined),
  };
}

/** Streams a body that is an image into the store; it has no name. @throws AppError */
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
  try {
    const original = await storeUpload(id, body.bytes, announcedBytes, member, { deps, guards });
    return { id, original, filename: cleanFilename(undefined, original.format) };
  } catch (error) {
    body.letGo();
    throw error;
  }
}
