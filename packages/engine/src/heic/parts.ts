import { EngineError } from '../errors.ts';
import type { Box, BoxReader } from './boxes.ts';
import type { Container, Item } from './container.ts';
import type { SizePx } from './transforms.ts';

const codedTypes = ['hvc1', 'hev1'];
/** Types of derived images whose layers can have their own transforms: overlays and identity derivations. */
export const layeredTypes = ['iovl', 'iden'];
const derivedTypes = ['grid', ...layeredTypes];
/** Maximum depth of derived images. A rotated grid has a depth of two; deeper files are malicious. */
const maxDerivations = 4;

/** Returns the item itself if it is a coded image, otherwise the first coded image from which the item is derived. */
export function codedItemOf(container: Container, item: Item, depth = 0): Item {
  if (codedTypes.includes(item.type)) return item;
  if (!derivedTypes.includes(item.type)) throw new EngineError('unsupported_format');
  if (depth === maxDerivations) throw new RangeError('invalid HEIC: too deeply nested parts');
  const part = container.items.get(partsOf(container, item)[0] ?? -1);
  if (!part) throw new RangeError('invalid HEIC: derived image without parts');
  return codedItemOf(container, part, depth + 1);
}

function partsOf({ references }: Container, item: Item): number[] {
  return references.find(({ type, from }) => type === 'dimg' && from === item.id)?.to ?? [];
}

export function propertyOf(item: Item, wanted: string): Box | undefined {
  return item.properties.find(({ type }) => type === wanted);
}

/** Returns the image size from an item's `ispe` box, before any transform. */
export function extentsOf(reader: BoxReader, item: Item): SizePx {
  const extents = propertyOf(item, 'ispe');
  if (!extents) throw new RangeError('invalid HEIC: missing ispe box');
  return { widthPx: reader.u32(extents.start + 4), heightPx: reader.u32(extents.start + 8) };
}

/** Returns the number of pixels to decode for the primary image and its alpha channel. */
export function codedPixels(container: Container): number {
  const known = new Map<number, number>();
  const pixelsOf = (item: Item, depth: number): number => {
    const seen = known.get(item.id);
    if (seen !== undefined) return seen;
    const pixels = codedTypes.includes(item.type) ? area(container, item) : partPixels(item, depth);
    known.set(item.id, pixels);
    return pixels;
  };
  const partPixels = (item: Item, depth: number) => {
    if (depth === maxDerivations) throw new RangeError('invalid HEIC: too deeply nested parts');
    const parts = partsOf(container, item).map((id) => container.items.get(id));
    const sum = parts.reduce((total, part) => total + (part ? pixelsOf(part, depth + 1) : 0), 0);
    // A derived image is drawn on a canvas with its own size. An identity derivation may omit this size.
    return propertyOf(item, 'ispe') ? Math.max(sum, area(container, item)) : sum;
  };
  const alpha = alphaOf(container);
  return pixelsOf(container.primary, 0) + (alpha ? pixelsOf(alpha, 0) : 0);
}

function area({ reader }: Container, item: Item): number {
  const { widthPx, heightPx } = extentsOf(reader, item);
  return widthPx * heightPx;
}

/** Auxiliary image types that identify alpha (ISO/IEC 23008-12, 6.5.8 and ISO/IEC 23000-22). */
const alphaTypes = ['urn:mpeg:hevc:2015:auxid:1', 'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha'];

/** Returns the auxiliary image that contains the alpha channel of the primary image. */
export function alphaOf({ reader, primary, items, references }: Container): Item | undefined {
  return references
    .filter(({ type, to }) => type === 'auxl' && to.includes(primary.id))
    .map(({ from }) => items.get(from))
    .find((item) => {
      const box = item && propertyOf(item, 'auxC');
      return box !== undefined && alphaTypes.includes(reader.text(box.start + 4, box.end));
    });
}
