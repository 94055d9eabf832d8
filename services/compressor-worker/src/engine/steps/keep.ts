import type { Encoding } from '@gossamer/contracts/engine-report';
import { inputOf } from '../codecs/registry.ts';
import { type Encoded, type Header, megapixel, pixelCount } from '../image.ts';
import type { Preserved } from '../preserve/preserved.ts';
import { recodeJpeg } from '../strip/lossless-jpeg.ts';
import { turnJpeg } from '../strip/turn-jpeg.ts';
import { isGoodEnough } from './choose.ts';
import type { Plan } from './plan.ts';
import { tagged } from './tag.ts';

/** Every component's coefficients are held, 2 bytes each. */
const maxRecodedPixels = 48 * megapixel;
/** Where a new encoding saves more than this, none of the same pixels can win. */
const recodedShare = 0.82;

/**
 * Returns the original's own coded pixels without anything private but what is preserved, in as few bytes as they take; a
 * JPEG upright where its blocks allow that, else with its orientation tag. Undefined where a change was asked for or the
 * container is malformed.
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
  const asKept: AsKept = (data, encoding, orientation = header.orientation) =>
    tagged({ ...facts, data, encoding }, { ...preserved, orientation });
  const mayWin = !isGoodEnough(encoded, plan) || encoded.data.length > stripped.length * recodedShare;
  const isRecoded = format === 'jpeg' && mayWin && pixelCount(header) <= maxRecodedPixels;
  const recoded = isRecoded ? await recode(stripped, header, plan, asKept) : undefined;
  return recoded ?? asKept(stripped, 'original');
}

type AsKept = (data: Buffer, encoding: Encoding, orientation?: number) => Encoded;

/** Returns a JPEG's coefficients coded anew: upright where that is not larger than the file that came, else as they lie. */
async function recode(stripped: Buffer, header: Header, { pace }: Plan, asKept: AsKept) {
  const turned = await turnJpeg(stripped, header.orientation);
  // Blocks in another order can take more bytes.
  const upright = turned && asKept(turned, 'jpeg lossless', 1);
  if (upright && upright.data.length <= header.sizeBytes) return upright;
  const recoded = pace === 'thorough' ? await recodeJpeg(stripped) : undefined;
  return recoded && recoded.length < stripped.length ? asKept(recoded, 'jpeg lossless') : undefined;
}
