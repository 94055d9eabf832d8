import type { EncodedFormat } from '@gossamer/contracts/formats';
import type { Codec } from '../codecs/codec.ts';
import { codecs } from '../codecs/registry.ts';
import { EngineError } from '../errors.ts';
import type { Picture } from '../picture.ts';
import type { Plan } from './plan.ts';

export type Encoded = { format: EncodedFormat; data: Buffer };

/**
 * The smallest file among the candidates: for a named format that one, for `auto` all that suit the picture.
 * One after another: two encoders at once would need twice the memory.
 * @throws EngineError `too_many_pixels` where a side is longer than the named format can hold
 */
export async function encode(picture: Picture, plan: Plan): Promise<Encoded> {
  let best: Encoded | undefined;
  for (const codec of candidatesFor(picture, plan)) {
    const data = await codec.encode(picture, plan.quality);
    if (!best || data.length < best.data.length) best = { format: codec.format, data };
  }
  if (!best) throw new EngineError('too_many_pixels');
  return best;
}

export function candidatesFor(picture: Picture, plan: Plan): Codec[] {
  const fitting = Object.values(codecs).filter(
    ({ maxSidePx }) => Math.max(picture.widthPx, picture.heightPx) <= maxSidePx,
  );
  if (plan.format !== 'auto') return fitting.filter(({ format }) => format === plan.format);
  const suiting = fitting.filter(({ suits }) => suits(picture));
  // A side too long for all that suit: PNG holds any.
  return suiting.length > 0 ? suiting : [codecs.png];
}
