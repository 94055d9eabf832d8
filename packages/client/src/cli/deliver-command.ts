import { basename } from 'node:path';
import type { CompressionOptions } from '../compression-options.ts';
import type { ResultDelivery, ResultDeliveryFault } from '../result-delivery.ts';
import { type CloudCompressor, openCloudCompressor } from './cloud-compressor.ts';
import { type CompressFlags, toOptions } from './compress-command.ts';
import { eachOf, untilItEnds } from './each-file.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { findSources } from './find-sources.ts';
import { findingsOf, type Outcome, type Source } from './outcome.ts';
import type { Surroundings } from './program.ts';
import { readDeliveryTargets } from './read-delivery-targets.ts';
import { readImage } from './read-image.ts';
import { createReport } from './report.ts';
import { shown } from './words.ts';

/**
 * Runs `gossamer compress` with `--deliver-to` or `--deliver-to-list`: the server sends the results to the user's
 * storage, and nothing is written on this computer.
 * @throws UsageError, or GossamerError if the API fails before the first file is sent
 */
export async function runDelivery(
  paths: readonly string[],
  flags: CompressFlags,
  around: Surroundings,
): Promise<ExitCode> {
  const { sources, faults } = await findSources(paths, undefined);
  const targetOf = await readDeliveryTargets(flags, sources);
  const compressor = await openCloudCompressor(flags, around);
  const report = createReport(flags, around, sources.length + faults.length);
  for (const fault of faults) report.add(fault);
  const { signal } = around;
  const options = toOptions(flags);
  const act = untilItEnds((source: Source) =>
    deliverFile(source, { ...options, deliverTo: targetOf(source) }, { compressor, signal }),
  );
  const { concurrency = compressor.concurrency } = flags;
  await eachOf(sources, concurrency, signal, async (source) => report.add(await act(source)));
  const failed = report.finish(signal.aborted);
  if (signal.aborted) return exitCodes.interrupted;
  return failed > 0 ? exitCodes.someFailed : exitCodes.done;
}

async function deliverFile(
  source: Source,
  options: CompressionOptions & { deliverTo: string },
  { compressor, signal }: { compressor: CloudCompressor; signal: AbortSignal },
): Promise<Outcome> {
  const path = shown(source.path);
  const { bytes } = await readImage(source.path, compressor.maxFileBytes);
  const named = { bytes, filename: basename(source.path) };
  const delivered = await compressor.deliver(named, options, signal);
  const { format, sizeBytes: resultBytes, isReused, report, delivery } = delivered;
  if (delivery.status !== 'delivered') {
    return { status: 'failed', path, code: 'delivery_failed', message: reasonOf(delivery), delivery };
  }
  const figures = { format, originalBytes: bytes.length, resultBytes, ...findingsOf(report) };
  return { status: 'delivered', path, isReused, delivery, ...figures };
}

const reasons: Record<Exclude<ResultDeliveryFault, 'status'>, string> = {
  redirect: 'The URL redirects, and redirects are not followed. Sign the URL for the region of the bucket.',
  timeout: 'The storage did not respond in time. Try again.',
  connection_failed: 'The storage could not be reached. Check the host in the URL.',
  tls_failed: 'The storage has no valid TLS certificate.',
  address_not_allowed: 'The URL points to a private network. Use a public address.',
  result_expired: 'The result was deleted before it was delivered.',
  compression_failed: 'The image could not be compressed.',
};

/** Returns why a result was not delivered and what to do. */
function reasonOf({ lastFault, lastStatus }: ResultDelivery): string {
  if (lastFault === 'status') {
    return `The storage returned HTTP ${lastStatus}. Check that the URL is signed for PUT and has not expired.`;
  }
  return lastFault === null ? 'The server could not deliver the result. Try again.' : reasons[lastFault];
}
