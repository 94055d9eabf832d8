import type { Encoding } from '@gossamer/contracts/engine-report';
import { inputOf } from '../codecs/registry.ts';
import { type Encoded, type Header, megapixel, pixelCount } from '../picture.ts';
import type { Preserved } from '../preserve/preserved.ts';
import { recodeJpeg } from '../strip/lossless-jpeg.ts';
import { isGoodEnough } from './choose.ts';
import type { Plan } from './plan.ts';
import { tagged } from './tag.ts';

/** Every component's coefficients are held, 2 bytes each. */
const maxRecodedPixels = 48 * megapixel;
/** Where a new encoding saves more than this, none of the same pixels can win. */
const recodedShare = 0.82;

/**
 * The original's own coded pixels without anything private but what is preserved, in as few bytes as they take: undefined
 * where a change was asked for or the container is malformed.
 */
export async function keep(
  original: Uint8Array,
  header: Header,
  plan: Plan,
  encoded: Encoded,
  preserved: Preserved,
): Promise<Encoded | undefined> {
  if (!plan.mayKeepOriginal || header.format === 'heic') return undefined;
  const stripped = inputOf(header.format).strip(original);
  if (!stripped) return undefined;
  const { format } = header;
  const facts = { format, encoderQuality: null, score: 100, worstTileScore: 100 };
  const { orientation } = header;
  const asKept = (data: Buffer, encoding: Encoding) =>
    tagged({ ...facts, data, encoding }, { ...preserved, orientation });
  const mayWin = !isGoodEnough(encoded, plan) || encoded.data.length > stripped.length * recodedShare;
  if (format === 'jpeg' && mayWin && plan.pace === 'thorough' && pixelCount(header) <= maxRecodedPixels) {
    const recoded = await recodeJpeg(stripped);
    if (recoded && recoded.length < stripped.length) return asKept(recoded, 'jpeg lossless');
  }
  return asKept(stripped, 'original');
}
