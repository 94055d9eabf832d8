import { basename } from 'node:path';
import type { CompressionOptions } from '../compression-options.ts';
import { type VariantFile, type Variants, variantName } from '../variants.ts';
import { deliverBatch, reasonOf } from './deliver-batch.ts';
import type { ExitCode } from './exit-codes.ts';
import { FileFault, findingsOf, type Outcome, type Source, type WrittenVariants } from './outcome.ts';
import type { Surroundings } from './program.ts';
import { readVariantTargets } from './read-delivery-targets.ts';
import { readImage } from './read-image.ts';
import { planTargets } from './targets.ts';
import type { VariantsFlags } from './variants-command.ts';
import { shown } from './words.ts';
import { type MarkupPlan, writeMarkup } from './write-variants.ts';

type Failure = { code: string; message: string };

/**
 * Runs `gossamer variants` with `--deliver-to-list`: the server sends the files to the user's storage. Only the markup is
 * written on this computer, if `--out` names a folder for it.
 * @throws UsageError, or GossamerError if the API fails before the first file is sent
 */
export function runVariantsDelivery(
  paths: readonly string[],
  flags: VariantsFlags & { deliverToList: string },
  around: Surroundings,
  { options, plan }: { options: CompressionOptions; plan: MarkupPlan },
): Promise<ExitCode> {
  const { out, deliverToList } = flags;
  let markupTargets = new Map<Source, string>();
  return deliverBatch(paths, flags, around, {
    readTargets: (sources) => {
      if (out !== undefined) markupTargets = planTargets(sources, out);
      return readVariantTargets(deliverToList, sources);
    },
    deliver: async (source, deliverVariantsTo, compressor) => {
      const { bytes } = await readImage(source.path, compressor.maxFileBytes);
      const named = { bytes, filename: basename(source.path) };
      const delivered = await compressor.deliver(named, { ...options, deliverVariantsTo }, around.signal);
      const { isReused, result } = delivered;
      const { variants, format, sizeBytes: resultBytes, report } = result;
      if (!variants) {
        throw new FileFault('unexpected_answer', 'The server made no variants. It must be updated.');
      }
      const path = shown(source.path);
      const failure = failureOf(variants.files);
      if (failure) return { status: 'failed', path, ...failure, variants: toWritten(variants, []) };
      const target = markupTargets.get(source);
      const markup = target === undefined ? [] : await writeMarkup(target, variants, plan);
      const written = toWritten(variants, markup);
      const output = written.files.find(({ sha256 }) => sha256 === result.sha256)?.output ?? '';
      const figures = { format, originalBytes: bytes.length, resultBytes, ...findingsOf(report) };
      return { status: 'delivered', path, output, isReused, ...figures, variants: written } satisfies Outcome;
    },
  });
}

/** Returns why not all files arrived, or undefined. A file that the list does not name would be missing on the page. */
function failureOf(files: readonly VariantFile[]): Failure | undefined {
  const missing = files.filter(({ delivery }) => !delivery).map(variantName);
  if (missing.length > 0) {
    const message = `The list has no URL for ${missing.join(', ')}. Add them, and run the command again.`;
    return { code: 'delivery_target_missing', message };
  }
  const failed = files.filter(({ delivery }) => delivery?.status !== 'delivered');
  const [first] = failed;
  if (!first?.delivery) return undefined;
  const message = `${failed.length} of ${files.length} files were not delivered. ${variantName(first)}: ${reasonOf(first.delivery)}`;
  return { code: 'delivery_failed', message };
}

function toWritten(
  { files, skipped, thumbHash, placeholderUrl }: Variants,
  markup: string[],
): WrittenVariants {
  const delivered = files.map(({ format, widthPx, heightPx, sizeBytes, sha256, score, delivery }) => {
    const output = shown(delivery?.url ?? '');
    return { format, widthPx, heightPx, sizeBytes, sha256, score, output, ...(delivery && { delivery }) };
  });
  return { files: delivered, skipped, thumbHash, placeholderUrl, markup };
}
