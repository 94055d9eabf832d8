/** An encoded file, the encoder quality it was encoded at, and its size with metadata. */
export type Sized = { encoderQuality: number; data: Buffer; sizeBytes: number };

export type SizeSearch = {
  maxBytes: number;
  /** Encoder quality of the first file. */
  start: number;
  maxEncoderQuality: number;
  /** Share of `maxBytes` at which a file is large enough to end the search. */
  enough: number;
  /** Maximum number of files to encode, unless more are needed to find one that fits. */
  maxWrites: number;
  write(encoderQuality: number): Promise<Sized>;
  /** Returns the expected ratio of the file sizes at two encoder qualities. */
  growth(from: number, to: number): number;
};

/**
 * If, after `writes` files, the closest file's size still differs from the maximum by more than `factor`, the predictions
 * are wrong for the image. The range of encoder qualities is then halved with each file, and `moreWrites` more files may
 * be encoded.
 */
const trusted = { writes: 3, factor: 1.25, moreWrites: 3 };

/** Ratio of each file's target size to the maximum size. Below 1, because predictions are off by a few percent. */
const aimedShare = 0.98;

/**
 * Searches for the highest encoder quality at which the file has at most `maxBytes`. Returns the file with the lowest
 * encoder quality if none fits. Only one file is kept in memory.
 */
export async function largestFitting(search: SizeSearch): Promise<Sized> {
  const { maxBytes, start, maxEncoderQuality, enough, maxWrites, write } = search;
  const known: Known[] = [];
  let fitting: Sized | undefined;
  let [lowest, highest] = [1, maxEncoderQuality];
  let encoderQuality = start;
  for (;;) {
    const file = await write(encoderQuality);
    known.push({ encoderQuality, sizeBytes: file.sizeBytes });
    if (file.sizeBytes <= maxBytes) {
      fitting = file;
      lowest = encoderQuality + 1;
    } else {
      highest = encoderQuality - 1;
    }
    const isTrusted = isPredictable(known, fitting, maxBytes);
    const mostWrites = isTrusted ? maxWrites : maxWrites + trusted.moreWrites;
    const isLast = highest < lowest || known.length >= mostWrites;
    if (fitting && (isLast || fitting.sizeBytes >= maxBytes * enough)) return fitting;
    if (highest < 1) return file;
    encoderQuality = isTrusted
      ? Math.max(lowest, Math.min(highest, nextQuality(search, known)))
      : Math.round((lowest + highest) / 2);
  }
}

type Known = { encoderQuality: number; sizeBytes: number };

function isPredictable(known: Known[], fitting: Sized | undefined, maxBytes: number): boolean {
  if (known.length < trusted.writes) return true;
  const smallest = Math.min(...known.map(({ sizeBytes }) => sizeBytes));
  const factor = fitting ? maxBytes / fitting.sizeBytes : smallest / maxBytes;
  return factor <= trusted.factor;
}

/**
 * Returns the highest encoder quality that is expected to fit. The expected growth is corrected by the growth between
 * the two known files whose sizes are closest to the maximum.
 */
function nextQuality({ maxBytes, maxEncoderQuality, growth }: SizeSearch, known: Known[]): number {
  const goal = maxBytes * aimedShare;
  const distance = ({ sizeBytes }: Known) => Math.abs(Math.log(sizeBytes / goal));
  const [nearest, next] = known.toSorted((one, other) => distance(one) - distance(other));
  if (!nearest) return maxEncoderQuality;
  const { encoderQuality: from, sizeBytes } = nearest;
  const exponent = next ? correction(nearest, next, growth) : 1;
  const isFitting = (quality: number) => sizeBytes * growth(from, quality) ** exponent <= goal;
  let quality = from;
  while (quality < maxEncoderQuality && isFitting(quality + 1)) quality += 1;
  while (quality > 1 && !isFitting(quality)) quality -= 1;
  return quality;
}

/** Returns the exponent that turns the expected growth between two files into their actual growth. */
function correction(one: Known, other: Known, growth: SizeSearch['growth']): number {
  const expected = Math.log(growth(one.encoderQuality, other.encoderQuality));
  const actual = Math.log(other.sizeBytes / one.sizeBytes);
  const exponent = actual / expected;
  return exponent > 0.25 && exponent < 4 ? exponent : 1;
}
