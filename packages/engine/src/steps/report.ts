import type { EngineReport } from '@gossamer/contracts/engine-report';
import { inputs } from '../codecs/registry.ts';
import { isWithin, type SizeLimits } from '../file-size/size-limits.ts';
import type { Encoded, Header, Image } from '../image.ts';
import { inventory } from '../metadata/inventory.ts';
import { needsReview } from '../needs-review.ts';
import type { Outcome } from './encode.ts';
import type { Plan } from './plan.ts';

/** Returns the report on a compression. The caller adds the durations of the steps. */
export async function report(
  original: Uint8Array,
  header: Header,
  plan: Plan,
  image: Image,
  outcome: Outcome,
  chosen: Encoded,
): Promise<Omit<EngineReport, 'stepsMs'>> {
  const metadataKept = await inventory(chosen.data, chosen.format);
  const had = await inventory(original, header.format);
  const isStillHdr = inputs.find(({ format }) => format === chosen.format)?.isHdr?.(chosen.data);
  return {
    effort: plan.effort,
    kind: image.kind,
    encoding: chosen.encoding,
    encoderQuality: chosen.encoderQuality,
    targetScore: round(plan.targetScore),
    score: chosen.score === null ? null : round(chosen.score),
    worstTileScore: chosen.worstTileScore === null ? null : round(chosen.worstTileScore),
    ...(chosen.worstTile && { worstTile: chosen.worstTile }),
    ...reviewOf(chosen, plan),
    ...(plan.sizeLimits && { sizeLimits: limitsOf(plan.sizeLimits, chosen) }),
    probes: outcome.probes,
    metadataRemoved: had.filter((kind) => !metadataKept.includes(kind)),
    metadataKept,
    wideGamut: fate(header.isWideGamut, image.gamut === 'p3' || metadataKept.includes('icc')),
    hdr: fate(header.isHdr, isStillHdr ?? false),
  };
}

function reviewOf(chosen: Encoded, plan: Plan): Pick<EngineReport, 'needsReview'> {
  const isNeeded = needsReview(chosen, plan);
  return isNeeded === undefined ? {} : { needsReview: isNeeded };
}

function limitsOf(limits: SizeLimits, { data }: Encoded): EngineReport['sizeLimits'] {
  const { minBytes, maxBytes } = limits;
  return {
    ...(minBytes > 0 && { minBytes }),
    ...(maxBytes < Infinity && { maxBytes }),
    isReached: isWithin(limits, data.length),
  };
}

function fate(had: boolean, has: boolean): 'none' | 'kept' | 'dropped' {
  if (!had) return 'none';
  return has ? 'kept' : 'dropped';
}

const round = (score: number) => Math.round(score * 10) / 10;
