import {
  requestedWidthsPx,
  toVariantSettings,
  type VariantDensity,
  type VariantFormat,
  variantWidthLimits,
} from '@gossamer/contracts/variant-settings';
import type { CompressionOptions } from '../compression-options.ts';
import { runVariantsDelivery } from './deliver-variants-command.ts';
import { type ExitCode, UsageError } from './exit-codes.ts';
import type { Surroundings } from './program.ts';
import { type BatchFlags, type BatchWork, runBatch } from './run-batch.ts';
import { type MarkupKind, type MarkupPlan, writeVariants } from './write-variants.ts';

export interface VariantsFlags extends BatchFlags {
  widths: (number | 'original')[];
  densities: VariantDensity[];
  formats: VariantFormat[];
  quality?: number;
  filter?: CompressionOptions['filter'];
  background?: string;
  preserve?: CompressionOptions['preserve'];
  color?: CompressionOptions['color'];
  hdr?: CompressionOptions['hdr'];
  /** False if no markup is wanted. */
  markup: MarkupKind[] | false;
  publicPath?: string;
  alt?: string;
  sizes?: string;
  deliverToList?: string;
}

/** Runs `gossamer variants`. @throws UsageError, or GossamerError if the API fails before the first file is sent */
export async function runVariants(
  paths: readonly string[],
  flags: VariantsFlags,
  around: Surroundings,
): Promise<ExitCode> {
  const { widths, densities, formats } = flags;
  assertFewWidths(flags);
  const plan: MarkupPlan = {
    kinds: flags.markup || [],
    baseUrl: flags.publicPath,
    alt: flags.alt,
    sizes: flags.sizes,
    maxDensity: Math.max(...densities),
  };
  const options: CompressionOptions = {
    variants: { widths, densities, formats },
    quality: flags.quality,
    filter: flags.filter,
    background: flags.background,
    preserve: flags.preserve,
    color: flags.color,
    hdr: flags.hdr,
  };
  const { out, deliverToList } = flags;
  if (deliverToList !== undefined) {
    return runVariantsDelivery(paths, { ...flags, deliverToList }, around, { options, plan });
  }
  if (out === undefined) {
    throw new UsageError('Name the folder for the files with --out, or your storage with --deliver-to-list.');
  }
  const act: BatchWork['act'] = (source, target, work) => writeVariants(source, target, work, plan);
  return runBatch(paths, flags, around, { options, act });
}

function assertFewWidths(flags: VariantsFlags): void {
  const { maxWidths } = variantWidthLimits;
  const count = requestedWidthsPx(toVariantSettings(flags)).length;
  if (count <= maxWidths) return;
  throw new UsageError(
    `--widths and --densities result in ${count} widths. At most ${maxWidths} are possible.`,
  );
}
