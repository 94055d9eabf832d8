import { decodeHeic } from '../heic/decode-heic.ts';
import { expandMini } from '../heic/expand-mini.ts';
import { readHeicHeader } from '../heic/read-heic-header.ts';
import type { Input } from './codec.ts';

/** The format of many phones. It is only read, because browsers do not show it. */
export const format = 'heic';

export const input: Input = {
  format,
  repair: expandMini,
  // The original is never the result.
  strip: () => undefined,
  foreign: {
    readFacts: readHeicHeader,
    decode: async (file) => decodeHeic(file, readHeicHeader(file)),
  },
};
