import type { Output } from './codecs/codec.ts';
import { canHold, outputOf, outputs } from './codecs/registry.ts';
import { EngineError } from './errors.ts';
import type { Image } from './image.ts';
import type { Plan } from './steps/plan.ts';

/**
 * The formats that compete for an image, those that the fast mode prefers first.
 * @throws EngineError `unsupported_format` where only JPEG was listed and the image is transparent
 */
export function competingFormats(image: Image, plan: Plan): Output[] {
  const named = competingNamedFormats(image, plan);
  if (named) return named;
  const suiting = outputs.filter((output) => output.suits(image) && canHold(output, image));
  // A side too long for all that suit: PNG holds any.
  return suiting.length > 0 ? suiting : [outputOf('png')];
}

/**
 * Of the formats that were named those that lose nothing of the image; undefined where none was named.
 * @throws EngineError `unsupported_format` where there is none
 */
export function competingNamedFormats(image: Image, { formats }: Plan): Output[] | undefined {
  const named = formats?.map(outputOf).filter((output) => output.keepsAlpha || !image.hasAlpha);
  if (named?.length === 0) throw new EngineError('unsupported_format');
  return named?.sort((one, other) => rank(one, image) - rank(other, image));
}

/** What suits the image, then what can lose something of it to become small. */
function rank(output: Output, image: Image): number {
  if (output.suits(image)) return 0;
  return output.variants.some(({ type }) => type === 'lossy') ? 1 : 2;
}
