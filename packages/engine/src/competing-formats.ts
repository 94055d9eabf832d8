import type { Output } from './codecs/codec.ts';
import { canHold, outputOf, outputs } from './codecs/registry.ts';
import { EngineError } from './errors.ts';
import type { Image } from './image.ts';
import type { Plan } from './steps/plan.ts';

/**
 * Returns the output formats to try for an image, in the order in which fast mode prefers them.
 * @throws EngineError `unsupported_format` if JPEG is the only requested format and the image is transparent
 */
export function competingFormats(image: Image, plan: Plan): Output[] {
  const named = competingNamedFormats(image, plan);
  if (named) return named;
  const suiting = outputs.filter((output) => output.suits(image) && canHold(output, image));
  // If the image is too large for all suitable formats, use PNG, which has no size limit.
  return suiting.length > 0 ? suiting : [outputOf('png')];
}

/**
 * Returns the requested formats that support the image's transparency, or undefined if no format was requested.
 * @throws EngineError `unsupported_format` if no requested format supports it
 */
export function competingNamedFormats(image: Image, { formats }: Plan): Output[] | undefined {
  const named = formats?.map(outputOf).filter((output) => output.keepsAlpha || !image.hasAlpha);
  if (named?.length === 0) throw new EngineError('unsupported_format');
  return named?.sort((one, other) => rank(one, image) - rank(other, image));
}

/**
 * Returns the rank of a format: AVIF first for photos, then formats that suit the image, then formats with a lossy
 * variant. In fast mode, AVIF takes 20 to 30 % fewer bytes than WebP and 1.2 to 1.8 times the CPU time (8 photographs).
 */
function rank(output: Output, image: Image): number {
  if (output.format === 'avif' && image.kind === 'photo') return 0;
  if (output.suits(image)) return 1;
  return output.variants.some(({ type }) => type === 'lossy') ? 2 : 3;
}
