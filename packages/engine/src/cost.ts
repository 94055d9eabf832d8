import { affordableEffort, type CostFacts, estimateCostMs } from '@gossamer/contracts/cost';
import type { CompressionSettings } from '@gossamer/contracts/settings';
import { variantFilesOf } from '@gossamer/contracts/variant-settings';
import { type Header, pixelCount } from './image.ts';
import type { Plan } from './steps/plan.ts';

/** Returns the expected engine time for an image in milliseconds. */
export const costOf = (header: Header, plan: Plan, settings: CompressionSettings): number =>
  estimateCostMs(toFacts(header, plan, settings));

function toFacts(
  header: Header,
  { effort, formats, pages, sizeLimits, ...size }: Plan,
  { quality, variants }: CompressionSettings,
): CostFacts {
  return {
    inputFormat: header.format,
    decodedPixels: pixelCount(header),
    encodedPixels: pixelCount({ ...size, pages }),
    frames: header.pages,
    scans: header.scans,
    formats,
    quality,
    isSizeLimited: sizeLimits !== undefined,
    isArchive: false,
    variants: variants && variantFilesOf(header, variants),
    effort,
  };
}

/** Returns the plan with effort `fast` if a search for encoder settings would take too long. */
export function affordablePlan(header: Header, asked: Plan, settings: CompressionSettings): Plan {
  return { ...asked, effort: affordableEffort(toFacts(header, asked, settings)) };
}
