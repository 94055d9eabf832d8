import type { ResultDelivery, ResultDeliveryFault } from '../result-delivery.ts';
import { type CloudCompressor, openCloudCompressor } from './cloud-compressor.ts';
import type { ConnectionFlags } from './connect.ts';
import { eachOf, untilItEnds } from './each-file.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { findSources } from './find-sources.ts';
import type { Outcome, Source } from './outcome.ts';
import type { Surroundings } from './program.ts';
import { createReport, type ReportFlags } from './report.ts';

export type DeliveryFlags = ConnectionFlags & ReportFlags & { concurrency?: number };

/** What a command delivers, and to where. */
export interface DeliveryWork<Target> {
  /** Returns a function that returns the target of an image. @throws UsageError if an image has none */
  readTargets: (sources: readonly Source[]) => Promise<(source: Source) => Target>;
  /** Processes one image and waits until it is delivered. @throws FileFault, GossamerError, system errors */
  deliver: (source: Source, target: Target, compressor: CloudCompressor) => Promise<Outcome>;
}

/**
 * Has the server send the results for all images that the paths name to the user's storage, and reports each.
 * @throws UsageError, or GossamerError if the API fails before the first file is sent
 */
export async function deliverBatch<Target>(
  paths: readonly string[],
  flags: DeliveryFlags,
  around: Surroundings,
  { readTargets, deliver }: DeliveryWork<Target>,
): Promise<ExitCode> {
  const { sources, faults } = await findSources(paths, undefined);
  const targetOf = await readTargets(sources);
  const compressor = await openCloudCompressor(flags, around);
  const report = createReport(flags, around, sources.length + faults.length);
  for (const fault of faults) report.add(fault);
  const { signal } = around;
  const act = untilItEnds((source: Source) => deliver(source, targetOf(source), compressor));
  const { concurrency = compressor.concurrency } = flags;
  await eachOf(sources, concurrency, signal, async (source) => report.add(await act(source)));
  const failed = report.finish(signal.aborted);
  if (signal.aborted) return exitCodes.interrupted;
  return failed > 0 ? exitCodes.someFailed : exitCodes.done;
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

/** Returns why a file was not delivered and what to do. */
export function reasonOf({ lastFault, lastStatus }: ResultDelivery): string {
  if (lastFault === 'status') {
    return `The storage returned HTTP ${lastStatus}. Check that the URL is signed for PUT and has not expired.`;
  }
  return lastFault === null ? 'The server could not deliver the file. Try again.' : reasons[lastFault];
}
