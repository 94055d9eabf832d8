import { affordableEffort, type CostFacts, estimateCostMs } from '@gossamer/contracts/cost';
import type { CompressionSettings } from '@gossamer/contracts/settings';
import { type Header, pixelCount } from './image.ts';
import { type Plan, plan } from './steps/plan.ts';

/** Returns the expected engine time for an image in milliseconds. */
export const costOf = (header: Header, plan: Plan, quality: number): number =>
  estimateCostMs(toFacts(header, plan, quality));

function toFacts(
  header: Header,
  { effort, formats, pages, sizeLimits, ...size }: Plan,
  quality: number,
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
    effort,
  };
}

/**
 * Returns the plan for an image with the requested effort, or with effort `fast` if a search for encoder settings would
 * take too long.
 * @throws EngineError `too_many_pixels_for_format`
 */
export function affordablePlan(header: Header, settings: CompressionSettings, effort: Plan['effort']): Plan {
  const asked = plan(header, settings, effort);
  return { ...asked, effort: affordableEffort(toFacts(header, asked, settings.quality)) };
}
