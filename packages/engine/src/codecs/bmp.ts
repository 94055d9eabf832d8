import { decodeBmp } from '../bmp/decode-bmp.ts';
import { readBmpHeader } from '../bmp/read-bmp-header.ts';
import type { Input } from './codec.ts';

/** BMP, which libvips cannot decode. It is never written, because PNG holds the same pixels in fewer bytes. */
export const format = 'bmp';

export const input: Input = {
  format,
  // Always returns undefined, because a BMP original is never returned as the result.
  strip: () => undefined,
  foreign: { readFacts: readBmpHeader, decode: decodeBmp },
};
