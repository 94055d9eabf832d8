import type { EncodedFormat } from '@gossamer/contracts/formats';
import type { CompressionSettings } from '@gossamer/contracts/settings';
import type { SkippedVariant } from '@gossamer/contracts/variants';
import { canHold, outputOf } from '../codecs/registry.ts';
import { type Encoded, type Header, type Image, pixelCount } from '../image.ts';
import type { Tags } from '../preserve/preserved.ts';
import { createImageScorers, type ImageScorers } from '../scorers.ts';
import type { Timed } from '../step-clock.ts';
import { choose } from '../steps/choose.ts';
import { encode, type Outcome } from '../steps/encode.ts';
import { keep } from '../steps/keep.ts';
import { type Plan, plan } from '../steps/plan.ts';
import { quantise } from '../steps/quantise.ts';
import { tagged } from '../steps/tag.ts';
import { encodeFromSeed, type Seed } from './seed.ts';

/** What all variants of an image share. */
export type VariantJob = {
  original: Uint8Array;
  header: Header;
  settings: CompressionSettings;
  effort: Plan['effort'];
  tags: Tags;
  /** The encoding of the next wider variant in each format. */
  seeds: Map<EncodedFormat, Seed>;
  skipped: SkippedVariant[];
  timed: Timed;
};

/** One variant, and what its report is made from. */
export type MadeVariant = {
  format: EncodedFormat;
  widthPx: number;
  heightPx: number;
  data: Uint8Array;
  details: { image: Image; plan: Plan; encoded: Outcome; chosen: Encoded };
};

/** Returns the plan for an image in one width, and in whichever of the formats is smallest. */
export function planOfWidth(
  { header, settings, effort }: Pick<VariantJob, 'header' | 'settings' | 'effort'>,
  widthPx: number,
  formats: EncodedFormat[],
): Plan {
  const { variants: _, ...shared } = settings;
  const resize = widthPx === header.widthPx ? null : { widthPx, maintainAspect: true };
  // Gain maps are dropped, because browsers would show the other formats of the group without one.
  return plan(header, { ...shared, formats, resize, hdr: 'drop' }, effort);
}

/**
 * Returns the fallback formats to try at the widest size. Narrower variants use the format that wins there, so that a
 * page has one kind of fallback.
 */
export function fallbackFormats(widest: Image): [EncodedFormat, ...EncodedFormat[]] {
  // PNG can store images of any size.
  if (widest.hasAlpha || !fits('jpeg', widest)) return ['png'];
  return widest.kind === 'photo' ? ['jpeg'] : ['jpeg', 'png'];
}

const fits = (format: EncodedFormat, image: Image) => canHold(outputOf(format), image);

/**
 * Encodes an image in each of the given formats. Formats that cannot store an image of this size are skipped.
 * @param fallback formats of which only the smaller file is made
 */
export async function encodeWidth(
  job: VariantJob,
  image: Image,
  formats: readonly EncodedFormat[],
  fallback: EncodedFormat[],
): Promise<MadeVariant[]> {
  const { widthPx } = image;
  const scorers = createImageScorers(image);
  const possible = formats.filter((format) => fits(format, image));
  for (const format of formats.filter((each) => !possible.includes(each))) {
    job.skipped.push({ format, widthPx, reason: 'too-large-for-format' });
  }
  const groups = [...possible.map((format) => [format]), fallback];
  const made: MadeVariant[] = [];
  try {
    const drawn = await withPalette(job, image, groups.flat(), scorers);
    for (const group of groups) made.push(await encodeVariant(job, drawn, group, scorers));
  } finally {
    await scorers.free();
  }
  return made;
}

/** Adds the palette of a drawing, which PNG and WebP share. The palette of a photo is made for PNG alone. */
async function withPalette(
  job: VariantJob,
  image: Image,
  formats: EncodedFormat[],
  scorers: ImageScorers,
): Promise<Image> {
  if (image.kind === 'photo' && formats.every((format) => format === 'png')) return image;
  const shared = await job.timed('quantise', () =>
    quantise(image, planOfWidth(job, image.widthPx, formats), scorers),
  );
  return shared.image;
}

async function encodeVariant(
  job: VariantJob,
  drawn: Image,
  formats: EncodedFormat[],
  scorers: ImageScorers,
): Promise<MadeVariant> {
  const { original, header, tags, seeds, timed } = job;
  const { widthPx, heightPx } = drawn;
  const asked = planOfWidth(job, widthPx, formats);
  const isPhotoAsPng = drawn.kind === 'photo' && !drawn.palette && formats.every((each) => each === 'png');
  const { image, plan } = isPhotoAsPng
    ? await timed('quantise', () => quantise(drawn, asked, scorers))
    : { image: drawn, plan: asked };
  const [format] = formats;
  const seed = format && formats.length === 1 ? seeds.get(format) : undefined;
  const encoded = await timed(
    'encode',
    async () => (seed && (await encodeFromSeed(image, plan, scorers, seed))) ?? encode(image, plan, scorers),
  );
  seeds.set(encoded.format, { ...encoded, bytesPerPixel: encoded.data.length / pixelCount(image) });
  const file = tagged(encoded, tags);
  const kept = await timed('keep', () => keep(original, header, plan, file, tags));
  const chosen = choose(file, kept, header, plan);
  const details = { image, plan, encoded, chosen };
  return { format: chosen.format, widthPx, heightPx, data: chosen.data, details };
}
