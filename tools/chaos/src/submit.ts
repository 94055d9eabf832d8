import { setTimeout as sleep } from 'node:timers/promises';
import type { CompressFieldName, Compression } from '@gossamer/contracts/compressions';
import { errorStatuses, failureCodes } from '@gossamer/contracts/errors';
import { mediaTypes, sameFormatOf } from '@gossamer/contracts/formats';
import { decodeInFull } from '@gossamer/testkit/pixels';
import { hostileLimits } from './hostile-limits.ts';
import { waitSeconds } from './retry-after.ts';

export type Fields = Partial<Record<CompressFieldName, string>>;

/** Outcome of an upload. `wrong` means that a response violated the API contract. */
export type Ending =
  | { type: 'refused'; code: string }
  | { type: 'completed' | 'failed'; code: string; id: string }
  | { type: 'hung' | 'wrong'; code: string; id?: string };

const pollMs = 200;
const requestTimeoutMs = 90_000;

/** Uploads a file, retrying according to Retry-After, and waits until its compression has finished. */
export async function submit(url: string, cookie: string, file: Buffer, fields: Fields): Promise<Ending> {
  const deadline = performance.now() + hostileLimits.settleMs;
  try {
    const answer = await postUntilHeard(url, cookie, file, fields, deadline);
    if (typeof answer !== 'string') return answer;
    return await follow(url, cookie, answer, fields, deadline);
  } catch (error) {
    return { type: 'wrong', code: String(error) };
  }
}

/**
 * Uploads a file, retrying until it is accepted. Returns the compression id, or the reason why the file was not
 * accepted.
 */
async function postUntilHeard(
  url: string,
  cookie: string,
  file: Buffer,
  fields: Fields,
  deadline: number,
): Promise<string | Ending> {
  while (performance.now() < deadline) {
    const answer = await post(url, cookie, file, fields);
    const body = (await answer.json().catch(() => ({}))) as { compressionId?: string; code?: string };
    if (body.compressionId) return body.compressionId;
    if (answer.status !== 503) return refusal(answer.status, body.code);
    const retryAfter = answer.headers.get('retry-after');
    const seconds = waitSeconds(retryAfter);
    if (seconds === undefined)
      return { type: 'wrong', code: `503 ${body.code}, Retry-After ${retryAfter ?? 'none'}` };
    await sleep(Math.max(1, seconds) * 1_000);
  }
  return { type: 'hung', code: 'never accepted' };
}

function refusal(status: number, code = ''): Ending {
  const isKnown = Object.entries(errorStatuses).some(([known, own]) => known === code && own === status);
  const isClients = status >= 400 && status < 500;
  return { type: isKnown && isClients ? 'refused' : 'wrong', code: `${status} ${code}` };
}

function post(url: string, cookie: string, file: Buffer, fields: Fields): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('image', new Blob([new Uint8Array(file)]), 'image.jpg');
  const signal = AbortSignal.timeout(requestTimeoutMs);
  return fetch(`${url}/api/compress`, { method: 'POST', body, headers: { cookie }, signal });
}

async function follow(
  url: string,
  cookie: string,
  id: string,
  fields: Fields,
  deadline: number,
): Promise<Ending> {
  while (performance.now() < deadline) {
    const answer = await get(`${url}/api/compression/${id}`, cookie);
    if (!answer.ok) return { type: 'wrong', code: `status answered ${answer.status}`, id };
    const seen = (await answer.json()) as Compression;
    if (seen.status === 'failed') return failure(seen);
    if (seen.status === 'completed') return checkResult(url, cookie, seen, fields);
    await sleep(pollMs);
  }
  return { type: 'hung', code: 'never settled', id };
}

function failure({ id, code }: Compression): Ending {
  const isKnown = failureCodes.some((known) => known === code);
  return { type: isKnown ? 'failed' : 'wrong', code: code ?? 'no code', id };
}

const get = (address: string, cookie: string) =>
  fetch(address, { headers: { cookie }, signal: AbortSignal.timeout(requestTimeoutMs) });

/** Downloads the result of a completed compression. */
export async function download(url: string, cookie: string, id: string): Promise<Response> {
  return get(`${url}/api/download/${id}`, cookie);
}

/** Checks that a result is complete, and that its format, media type and dimensions are as requested and reported. */
async function checkResult(url: string, cookie: string, seen: Compression, fields: Fields): Promise<Ending> {
  const { id, format } = seen;
  const wrong = (code: string): Ending => ({ type: 'wrong', code, id });
  const answer = await download(url, cookie, id);
  const mediaType = answer.headers.get('content-type');
  if (!answer.ok || !format) return wrong(`download answered ${answer.status}`);
  if (mediaType !== mediaTypes[format]) return wrong(`${format} came as ${mediaType}`);
  // The result of an archive is the restored JPEG, regardless of the requested format.
  const asked = seen.originalFormat === 'jxl' ? 'jpeg' : (fields.format ?? 'auto');
  const wanted = asked === 'same' ? sameFormatOf(seen.originalFormat) : asked;
  if (wanted !== 'auto' && wanted !== 'modern' && wanted !== format)
    return wrong(`${wanted} was asked for, ${format} came`);
  try {
    const file = Buffer.from(await answer.arrayBuffer());
    // Only decoding errors fail the check. Warnings are ignored, because a result that reuses the original's pixel data
    // also contains the original's faults.
    const { widthPx, heightPx } = await decodeInFull(file, seen.alreadyOptimal ? 'error' : 'warning');
    if (widthPx === seen.width && heightPx === seen.height) return { type: 'completed', code: format, id };
    const sizes = `${widthPx} × ${heightPx}, reported as ${seen.width} × ${seen.height}`;
    return wrong(`the result is ${sizes}`);
  } catch (error) {
    return wrong(`the result cannot be decoded: ${error}`);
  }
}
