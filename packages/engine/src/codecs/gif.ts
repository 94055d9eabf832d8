import { gifExtras } from '../strip/gif.ts';
import type { Input } from './codec.ts';

/** GIF, still or animated. It is never written: WebP needs fewer bytes and keeps all colors. */
export const format = 'gif';

export const input: Input = {
  format,
  // Always returns undefined, because a GIF original is never returned as the result.
  strip: () => undefined,
  extras: gifExtras,
};
