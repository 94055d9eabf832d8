import type { Encoding } from '@gossamer/contracts/engine-report';
import { isEncodedFormat } from '@gossamer/contracts/formats';
import { inputOf } from '../codecs/registry.ts';
import { type Encoded, type Header, megapixel, pixelCount } from '../image.ts';
import type { Tags } from '../preserve/preserved.ts';
import { recodeJpeg } from '../strip/lossless-jpeg.ts';
import { turnJpeg } from '../strip/turn-jpeg.ts';
import { isGoodEnough } from './choose.ts';
import type { Plan } from './plan.ts';
import { tagged } from './tag.ts';

/** Maximum number of pixels for lossless recoding, which keeps the coefficients of all components in memory. */
const maxRecodedPixels = 48 * megapixel;
/**
 * Ratio of a new encoding's size to the original's size below which lossless recoding is skipped, because it cannot
 * yield a smaller file.
 */
const recodedShare = 0.82;

/**
 * Returns the original's coded pixels in as few bytes as possible, with their color profile and only the metadata to
 * preserve. A JPEG is rotated if its blocks allow lossless rotation; otherwise, the orientation tag is kept. Returns
 * undefined if a change was requested or the container is malformed.
 */
export async function keep(
  original: Uint8Array,
  header: Header,
  plan: Plan,
  encoded: Encoded,
  { displayP3: _, ...tags }: Tags,
): Promise<Encoded | undefined> {
  const { format } = header;
  if (!plan.mayKeepOriginal || !isEncodedFormat(format)) return undefined;
  const stripped = inputOf(format).strip(original);
  if (!stripped) return undefined;
  const facts = { format, encoderQuality: null, score: 100, worstTileScore: 100 };
  const asKept: AsKept = (data, encoding, orientation = header.orientation) =>
    tagged({ ...facts, data, encoding }, { ...tags, orientation });
  const mayFit = stripped.length * recodedShare <= (plan.sizeLimits?.maxBytes ?? Infinity);
  const mayWin =
    mayFit && (!isGoodEnough(encoded, plan) || encoded.data.length > stripped.length * recodedShare);
  const isRecoded = format === 'jpeg' && mayWin && pixelCount(header) <= maxRecodedPixels;
  const recoded = isRecoded ? await recode(stripped, header, plan, asKept) : undefined;
  return recoded ?? asKept(stripped, 'original');
}

type AsKept = (data: Buffer, encoding: Encoding, orientation?: number) => Encoded;

/**
 * Losslessly recodes the coefficients of a JPEG. The result is upright, unless rotation makes it larger than the
 * original.
 */
async function recode(stripped: Buffer, header: Header, { effort }: Plan, asKept: AsKept) {
  const turned = await turnJpeg(stripped, header.orientation);
  // Check the size, because rotating blocks can increase it.
  const upright = turned && asKept(turned, 'jpeg lossless', 1);
  if (upright && upright.data.length <= header.sizeBytes) return upright;
  const recoded = effort === 'thorough' ? await recodeJpeg(stripped) : undefined;
  return recoded && recoded.length < stripped.length ? asKept(recoded, 'jpeg lossless') : undefined;
}
