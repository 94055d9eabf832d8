import { basename } from 'node:path';
import type { CompressionOptions } from '../compression-options.ts';
import type { CloudCompressor } from './cloud-compressor.ts';
import { type CompressFlags, toOptions } from './compress-command.ts';
import { deliverBatch, reasonOf } from './deliver-batch.ts';
import type { ExitCode } from './exit-codes.ts';
import { FileFault, findingsOf, type Outcome, type Source } from './outcome.ts';
import type { Surroundings } from './program.ts';
import { readTargets } from './read-delivery-targets.ts';
import { readImage } from './read-image.ts';
import { shown } from './words.ts';

/**
 * Runs `gossamer compress` with `--deliver-to` or `--deliver-to-list`: the server sends the results to the user's
 * storage, and nothing is written on this computer.
 * @throws UsageError, or GossamerError if the API fails before the first file is sent
 */
export function runDelivery(
  paths: readonly string[],
  flags: CompressFlags,
  around: Surroundings,
): Promise<ExitCode> {
  const options = toOptions(flags);
  return deliverBatch(paths, flags, around, {
    readTargets: (sources) => readTargets(flags, sources),
    deliver: (source, deliverTo, compressor) =>
      deliverFile(source, { ...options, deliverTo }, { compressor, signal: around.signal }),
  });
}

async function deliverFile(
  source: Source,
  options: CompressionOptions & { deliverTo: string },
  { compressor, signal }: { compressor: CloudCompressor; signal: AbortSignal },
): Promise<Outcome> {
  const path = shown(source.path);
  const { bytes } = await readImage(source.path, compressor.maxFileBytes);
  const named = { bytes, filename: basename(source.path) };
  const { delivery, isReused, result } = await compressor.deliver(named, options, signal);
  if (!delivery) throw new FileFault('delivery_unavailable', 'The server does not deliver results.');
  if (delivery.status !== 'delivered') {
    return { status: 'failed', path, code: 'delivery_failed', message: reasonOf(delivery), delivery };
  }
  const { format, sizeBytes: resultBytes, report } = result;
  const figures = { format, originalBytes: bytes.length, resultBytes, ...findingsOf(report) };
  return { status: 'delivered', path, output: shown(delivery.url), isReused, delivery, ...figures };
}
