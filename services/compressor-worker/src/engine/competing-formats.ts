import type { Output } from './codecs/codec.ts';
import { canHold, outputOf, outputs } from './codecs/registry.ts';
import { EngineError } from './errors.ts';
import type { Image } from './image.ts';
import type { Plan } from './steps/plan.ts';

/**
 * Returns the formats that compete for an image, in the fast mode's order of preference.
 * @throws EngineError `unsupported_format` if only JPEG was listed and the image is transparent
 */
export function competingFormats(image: Image, plan: Plan): Output[] {
  const named = competingNamedFormats(image, plan);
  if (named) return named;
  const suiting = outputs.filter((output) => output.suits(image) && canHold(output, image));
  // If a side is too long for all suitable formats, use PNG, which has no limit.
  return suiting.length > 0 ? suiting : [outputOf('png')];
}

/**
 * Returns the named formats that can hold the image's transparency, or undefined if no format was named.
 * @throws EngineError `unsupported_format` if no named format can
 */
export function competingNamedFormats(image: Image, { formats }: Plan): Output[] | undefined {
  const named = formats?.map(outputOf).filter((output) => output.keepsAlpha || !image.hasAlpha);
  if (named?.length === 0) throw new EngineError('unsupported_format');
  return named?.sort((one, other) => rank(one, image) - rank(other, image));
}

/** Returns the rank of a format: suitable formats first, then formats with a lossy variant. */
function rank(output: Output, image: Image): number {
  if (output.suits(image)) return 0;
  return output.variants.some(({ type }) => type === 'lossy') ? 1 : 2;
}
