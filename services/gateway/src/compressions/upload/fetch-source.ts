import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AppError, hasCode } from '@gossamer/service-kit/errors';
import { faultOf } from '@gossamer/service-kit/outbound/faults';
import { StorageUnavailableError } from '@gossamer/service-kit/storage/storage';
import type { GatewayDeps } from '../../deps.ts';
import type { Member } from '../../http/identity/identity.ts';
import { newId } from '../../http/identity/new-id.ts';
import { cleanFilename } from './clean-filename.ts';
import { maxFileBytesOf, tooLarge } from './plan-limits.ts';
import type { StoredUpload } from './received-upload.ts';
import { storeUpload, type UploadGuards } from './store-upload.ts';

const timeoutMs = 60_000;
const maxRedirects = 3;

const reasons = {
  timeout: 'the request timed out',
  connection_failed: 'the host could not be reached',
  tls_failed: 'the TLS certificate is not valid',
} as const;

interface FetchDeps {
  deps: GatewayDeps;
  guards: UploadGuards;
}

/**
 * Fetches an image from a public URL into storage. The IP address is checked for every connection, including those
 * for redirects.
 * @throws AppError `address_not_allowed`, `source_unreachable`, `source_refused`, and the errors of uploads
 */
export async function fetchSource(
  url: string,
  member: Member,
  { deps, guards }: FetchDeps,
): Promise<StoredUpload> {
  const given = new AbortController();
  const signal = AbortSignal.any([given.signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const { response, address } = await follow(deps, url, signal);
    const maxBytes = maxFileBytesOf(deps, member);
    const { headers } = response;
    const isPacked = headers.has('content-encoding');
    const announcedBytes = Number((!isPacked && headers.get('content-length')) || maxBytes);
    if (announcedBytes > maxBytes) throw tooLarge(maxBytes);
    if (!response.body) throw new AppError('empty_file');
    const id = newId();
    const body = Readable.fromWeb(response.body as ReadableStream, { signal });
    const original = await storeUpload(id, body, { announcedBytes, maxBytes }, member, { deps, guards });
    return { id, original, filename: cleanFilename(nameIn(address), original.format) };
  } catch (error) {
    const fault = toSourceFault(error, signal);
    // Abort the request to close the connection, because the rest of the response is not needed.
    given.abort();
    throw fault;
  }
}

/** Follows redirects. Returns the first response that is not a redirect, together with its URL. */
async function follow({ outbound, config }: GatewayDeps, url: string, signal: AbortSignal) {
  const headers = {
    accept: 'image/*',
    // Request an uncompressed response, because Content-Length does not apply to decompressed data.
    'accept-encoding': 'identity',
    'user-agent': `Gossamer/1.0 (+${new URL('/api/docs', config.publicUrl).href})`,
  };
  let address = new URL(url);
  for (let hops = 0; ; hops += 1) {
    const response = await outbound.fetch(address, { headers, signal });
    if (response.status === 200) return { response, address };
    await response.body?.cancel();
    const location = response.headers.get('location');
    const isRedirect = response.status >= 300 && response.status < 400 && location !== null;
    if (!isRedirect || hops === maxRedirects || !URL.canParse(location, address.href)) {
      throw new AppError('source_refused', { field: 'url', details: { status: response.status } });
    }
    address = new URL(location, address);
  }
}

function toSourceFault(error: unknown, { aborted }: AbortSignal): unknown {
  if (error instanceof AppError) return pointedAtUrl(error);
  // Do not report a storage error as an error of the image's server.
  if (error instanceof StorageUnavailableError || hasCode(error, 'ENOSPC', 'EDQUOT')) return error;
  const fault = aborted ? 'timeout' : faultOf(error);
  if (fault === 'address_not_allowed') return new AppError(fault, { field: 'url', cause: error });
  return new AppError('source_unreachable', {
    field: 'url',
    details: { reason: reasons[fault] },
    cause: error,
  });
}

/**
 * Converts an upload error of a fetched image: a timeout becomes `source_unreachable`, and an error without Retry-After
 * refers to the field `url`.
 */
function pointedAtUrl({ code, details, retryAfterSeconds, cause }: AppError): AppError {
  if (code === 'upload_timeout') {
    return new AppError('source_unreachable', { field: 'url', details: { reason: reasons.timeout }, cause });
  }
  const isOurs = retryAfterSeconds !== undefined;
  return new AppError(code, { details, cause, ...(isOurs ? { retryAfterSeconds } : { field: 'url' }) });
}

function nameIn({ pathname }: URL): string {
  const last = pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
