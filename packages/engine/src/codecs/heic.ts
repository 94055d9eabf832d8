import { decodeHeic } from '../heic/decode-heic.ts';
import { expandMini } from '../heic/expand-mini.ts';
import { readHeicHeader } from '../heic/read-heic-header.ts';
import type { Input } from './codec.ts';

/** HEIC, the format in which many phones save photos. It is never written, because browsers do not display HEIC. */
export const format = 'heic';

export const input: Input = {
  format,
  repair: expandMini,
  // Always returns undefined, because a HEIC original is never returned as the result.
  strip: () => undefined,
  foreign: {
    readFacts: readHeicHeader,
    decode: async (file) => decodeHeic(file, readHeicHeader(file)),
  },
};
