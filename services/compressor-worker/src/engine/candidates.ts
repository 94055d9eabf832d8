import type { Output } from './codecs/codec.ts';
import { canHold, outputOf, outputs } from './codecs/registry.ts';
import { EngineError } from './errors.ts';
import type { Picture } from './picture.ts';
import type { Plan } from './steps/plan.ts';

/**
 * The formats that compete for a picture, those that the fast mode prefers first.
 * @throws EngineError `unsupported_format` where only JPEG was listed and the picture is transparent
 */
export function candidates(picture: Picture, plan: Plan): Output[] {
  const named = namedCandidates(picture, plan);
  if (named) return named;
  const suiting = outputs.filter((output) => output.suits(picture) && canHold(output, picture));
  // A side too long for all that suit: PNG holds any.
  return suiting.length > 0 ? suiting : [outputOf('png')];
}

/**
 * Of the formats that were named those that lose nothing of the picture; undefined where none was named.
 * @throws EngineError `unsupported_format` where there is none
 */
export function namedCandidates(picture: Picture, { formats }: Plan): Output[] | undefined {
  const named = formats?.map(outputOf).filter((output) => output.keepsAlpha || !picture.hasAlpha);
  if (named?.length === 0) throw new EngineError('unsupported_format');
  return named?.sort((one, other) => rank(one, picture) - rank(other, picture));
}

/** What suits the picture, then what can lose something of it to become small. */
function rank(output: Output, picture: Picture): number {
  if (output.suits(picture)) return 0;
  return output.ways.some(({ type }) => type === 'lossy') ? 1 : 2;
}
