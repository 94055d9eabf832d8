import type { Fetch } from './connection.ts';
import { type Deadline, pause } from './deadline.ts';
import { GossamerError, GossamerNetworkError } from './errors.ts';
import { fetchByLink } from './fetch-by-link.ts';
import { pauseBeforeRetry } from './retry.ts';
import type { Compression } from './types.ts';
import type { DownloadedVariant, VariantFile } from './variants.ts';

/** What the download needs from the client. */
export interface VariantSource {
  fetch: Fetch;
  maxRetries: number;
  /** Runs an action with a new time limit. */
  within: <T>(act: (deadline: Deadline) => Promise<T>) => Promise<T>;
  /** Returns a job with new links. */
  get: (id: string, deadline: Deadline) => Promise<Compression>;
}

/** Downloads the variants of a job by their links. Gets new links if they have expired or a download fails. */
export async function* downloadVariants(
  given: string | Compression,
  source: VariantSource,
): AsyncGenerator<DownloadedVariant, void, undefined> {
  const { within, get } = source;
  const known = { job: typeof given === 'string' ? await within((deadline) => get(given, deadline)) : given };
  for (const index of filesOf(known.job).keys()) {
    yield await within((deadline) => downloadAt(index, known, source, deadline));
  }
}

/** Downloads one variant, and replaces the known job by one with new links if necessary. */
async function downloadAt(
  index: number,
  known: { job: Compression },
  source: VariantSource,
  deadline: Deadline,
): Promise<DownloadedVariant> {
  for (let retries = 0; ; retries += 1) {
    const downloaded = await download(fileAt(known.job, index), source.fetch, deadline);
    if (downloaded) return downloaded;
    if (retries > 0) await pauseBefore(retries, source, deadline);
    known.job = await source.get(known.job.id, deadline);
    if (fileAt(known.job, index).url === null) throw expired();
  }
}

/** Downloads a file, or returns undefined if this fails or the link has expired. */
async function download(
  file: VariantFile,
  fetch: Fetch,
  deadline: Deadline,
): Promise<DownloadedVariant | undefined> {
  const linked = await fetchByLink(fetch, file, deadline, (response) => response.arrayBuffer());
  return linked && { ...file, bytes: new Uint8Array(linked.file) };
}

/** Waits before the next attempt. @throws GossamerNetworkError if there are no attempts or no time left */
async function pauseBefore(
  retries: number,
  { maxRetries }: VariantSource,
  deadline: Deadline,
): Promise<void> {
  const failure = new GossamerNetworkError('A variant could not be downloaded.');
  const pauseMs = pauseBeforeRetry(failure, retries);
  if (retries > maxRetries || pauseMs >= deadline.leftMs()) throw failure;
  await pause(pauseMs, deadline.signal);
}

/** @throws GossamerError if the job has no result, TypeError if it has no variants */
function filesOf({ result }: Compression): VariantFile[] {
  if (!result) throw new GossamerError('The job is not completed.', { code: 'result_not_ready' });
  if (result.variants) return result.variants.files;
  throw new TypeError('The job has no variants. Create it with the option variants.');
}

function fileAt(job: Compression, index: number): VariantFile {
  const file = filesOf(job)[index];
  if (!file) throw expired();
  return file;
}

const expired = () =>
  new GossamerError('The files of this job have been deleted.', { code: 'result_expired' });
