import type { EncodedFormat } from '@gossamer/contracts/formats';
import type { Codec } from './codec.ts';
import * as jpeg from './jpeg.ts';
import * as png from './png.ts';
import * as webp from './webp.ts';

/** Every format that the engine reads and writes. */
export const codecs: Record<EncodedFormat, Codec> = { jpeg, png, webp };
