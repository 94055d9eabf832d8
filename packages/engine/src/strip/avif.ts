import type { MetadataKind } from '@gossamer/contracts/engine-report';
import type { Box, BoxReader } from '../heic/boxes.ts';
import { type Container, type Item, readContainer } from '../heic/container.ts';
import { readLocations } from '../heic/locations.ts';
import { type WrittenItem, writeHeic } from '../heic/write-heic.ts';

const keptTypes = ['av01', 'grid'];
/** Properties that describe pixels (AV1 Image File Format, 2.2; ISO/IEC 23008-12, 6.5). */
const pixelProperties = [
  'av1C',
  'ispe',
  'pixi',
  'colr',
  'auxC',
  'pasp',
  'clap',
  'irot',
  'imir',
  'clli',
  'mdcv',
];
/** Properties that describe the content, such as a title or the time of a change. */
const privateProperties = ['udes', 'altt', 'crtt', 'mdft', 'free', 'uuid'];
/**
 * Maximum number of items. Files with more items are encoded again, because their item list does not fit into short
 * boxes.
 */
const maxItems = 256;
const maxProperties = 127;

/**
 * Returns an AVIF that contains only the primary image with its tiles and its alpha channel. Removes metadata,
 * thumbnails and trailing bytes. Coded pixels are unchanged. Returns undefined if the container is malformed or has
 * unknown parts.
 */
export function stripAvif(file: Uint8Array): Buffer | undefined {
  try {
    return strip(readContainer(file));
  } catch {
    return undefined;
  }
}

/** Returns `thumbnail` if the file contains one. */
export function avifExtras(file: Uint8Array): MetadataKind[] {
  try {
    return readContainer(file).references.some(({ type }) => type === 'thmb') ? ['thumbnail'] : [];
  } catch {
    return [];
  }
}

function strip(container: Container): Buffer | undefined {
  const { reader, primary, references } = container;
  const kept = imageParts(container);
  const ids = kept.map(({ id }) => id);
  const properties = new Set(kept.flatMap((item) => item.properties.map(({ start }) => start)));
  const isUnderstood =
    kept.every(isKnown) &&
    kept.length <= maxItems &&
    properties.size <= maxProperties &&
    Math.max(...ids) < 65_536;
  if (!isUnderstood) return undefined;
  const locate = readLocations(reader);
  const items = kept.map(
    (item): WrittenItem => ({
      id: item.id,
      type: item.type,
      data: Buffer.concat(locate(item.id).map(({ start, end }) => reader.bytes(start, end))),
      properties: item.properties
        .filter(({ type }) => pixelProperties.includes(type))
        .map((property) => wholeBox(reader, property)),
      isHidden: item.id !== primary.id,
    }),
  );
  if (items.some(({ data }) => data.length === 0)) return undefined;
  const links = references.filter(
    ({ type, from, to }) =>
      ['dimg', 'auxl', 'prem'].includes(type) && [from, ...to].every((id) => ids.includes(id)),
  );
  return writeHeic({ brands: ['avif', 'mif1', 'miaf'], items, primaryId: primary.id, references: links });
}

const isKnown = ({ type, properties }: Item) =>
  keptTypes.includes(type) &&
  properties.every((property) => [...pixelProperties, ...privateProperties].includes(property.type));

/** Returns the primary image, its alpha channel, and the tiles of both. */
function imageParts({ primary, items, references }: Container): Item[] {
  const alpha = references.filter(({ type, to }) => type === 'auxl' && to.includes(primary.id));
  const whole = [primary.id, ...alpha.map(({ from }) => from)];
  const tiles = references.filter(({ type, from }) => type === 'dimg' && whole.includes(from));
  const ids = new Set([...whole, ...tiles.flatMap(({ to }) => to)]);
  return [...ids].flatMap((id) => items.get(id) ?? []);
}

function wholeBox(reader: BoxReader, { start, end }: Box): Buffer {
  return reader.bytes(start - 8, end);
}
