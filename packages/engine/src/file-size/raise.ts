import { type Contest, writeExact } from '../candidate.ts';
import type { Output } from '../codecs/codec.ts';
import type { EncoderVariant } from '../codecs/variant.ts';
import type { Encoded } from '../image.ts';
import { type FitGoal, lossyFit } from './fit.ts';
import { distanceTo, type SizeLimits } from './size-limits.ts';

/** Target ratio of the file size to the minimum size. The maximum size takes precedence. */
const raisedShare = 1.1;

/**
 * Returns a file with at least the minimum size: encoded at a higher quality, or lossless if that is not enough. If no
 * file is within the limits, returns the one whose size is closest. Files are never padded.
 */
export async function raise(
  contest: Contest,
  outputs: Output[],
  best: Encoded,
  limits: SizeLimits,
  goal: FitGoal,
): Promise<Encoded> {
  const distance = ({ data, format }: Encoded) => distanceTo(limits, goal.sizeOf(data, format));
  let closest = best;
  for (const attempt of attempts(contest, outputs, best, limits, goal)) {
    const file = await attempt();
    if (distance(file) < distance(closest)) closest = file;
    if (distance(closest) === 0) break;
  }
  return closest;
}

type Attempt = () => Promise<Encoded>;

function attempts(
  contest: Contest,
  outputs: Output[],
  best: Encoded,
  limits: SizeLimits,
  goal: FitGoal,
): Attempt[] {
  // Allow encoder qualities that only add bytes, because the file must become larger.
  const free = { ...contest, image: { ...contest.image, jpegQuality: undefined } };
  const raisedBytes = Math.min(limits.maxBytes, Math.round(limits.minBytes * raisedShare));
  return inOrder(outputs, contest, best).flatMap(({ format, variant }): Attempt[] => {
    if (variant.type === 'exact') return [() => writeExact(contest, format, variant)];
    // Also aim at the maximum size, because there may be no encoder quality whose size is between the minimum and
    // `raisedBytes`.
    return [raisedBytes, limits.maxBytes].map((maxBytes) => async () => {
      const fit = await lossyFit(free, format, variant, { ...goal, maxBytes, sufficientScore: 100 });
      return fit.write();
    });
  });
}

/** Returns the lossy variants, then the lossless ones. Each group starts with the format of the best file. */
function inOrder(outputs: Output[], { image, options }: Contest, best: Encoded) {
  const isPalette = (variant: EncoderVariant) => variant.type === 'exact' && variant.isOfPalette;
  const all = outputs.flatMap(({ format, variants }) =>
    variants
      .filter(
        (variant) =>
          !isPalette(variant) && (variant.type === 'exact' || variant.suits(image, options.targetScore)),
      )
      .map((variant) => ({ format, variant })),
  );
  const rank = ({ format, variant }: (typeof all)[number]) =>
    Number(variant.type === 'exact') * 2 + Number(format !== best.format);
  return all.toSorted((one, other) => rank(one) - rank(other));
}
