import type { Box, BoxReader } from './boxes.ts';

type Range = { start: number; end: number };

/**
 * Reads where the items of a HEIF file are stored (ISO/IEC 14496-12, 8.11.3). Returns a function that returns the ranges
 * of an item's bytes, which is empty for unknown items and for items outside the file.
 * @throws RangeError if the box is malformed
 */
export function readLocations(reader: BoxReader): (itemId: number) => Range[] {
  const meta = named([...reader.boxes(0, reader.sizeBytes)], 'meta');
  const boxes = meta ? [...reader.boxes(meta.start + 4, meta.end)] : [];
  const location = named(boxes, 'iloc');
  if (!location) throw new RangeError('invalid HEIF: missing iloc box');
  const dataBox = named(boxes, 'idat');
  const places = new Map(readPlaces(reader, location).map((place) => [place.id, place]));
  return (itemId) => {
    const place = places.get(itemId);
    if (!place) return [];
    const within = [
      { start: 0, end: reader.sizeBytes },
      { start: dataBox?.start ?? 0, end: dataBox?.end ?? 0 },
    ][place.method];
    const ranges = place.extents.map(({ at, sizeBytes }) => {
      const start = (within?.start ?? 0) + at;
      return { start, end: start + sizeBytes };
    });
    return within && ranges.every(({ end }) => end <= within.end) ? ranges : [];
  };
}

type Place = { id: number; method: number; extents: { at: number; sizeBytes: number }[] };

function readPlaces(reader: BoxReader, { start }: Box): Place[] {
  const version = reader.u8(start);
  const [offsetBytes, lengthBytes] = nibbles(reader.u8(start + 4));
  const [baseBytes, indexBytes] = nibbles(reader.u8(start + 5));
  let at = start + 6;
  const next = (bytes: number) => {
    const value = numberAt(reader, at, bytes);
    at += bytes;
    return value;
  };
  const idBytes = version < 2 ? 2 : 4;
  const count = next(idBytes);
  const places: Place[] = [];
  for (let nth = 0; nth < count; nth++) {
    const id = next(idBytes);
    const method = version === 0 ? 0 : next(2) & 15;
    // A number other than 0 refers to another file.
    const isElsewhere = next(2) !== 0;
    const base = next(baseBytes);
    const extents: Place['extents'] = [];
    for (let left = next(2); left > 0; left--) {
      next(version === 0 ? 0 : indexBytes);
      extents.push({ at: base + next(offsetBytes), sizeBytes: next(lengthBytes) });
    }
    places.push({ id, method, extents: isElsewhere ? [] : extents });
  }
  return places;
}

const nibbles = (byte: number): [number, number] => [byte >> 4, byte & 15];

/** Reads a number of 0, 2, 4 or 8 bytes. */
function numberAt(reader: BoxReader, at: number, bytes: number): number {
  if (bytes === 0) return 0;
  if (bytes === 2) return reader.u16(at);
  if (bytes === 4) return reader.u32(at);
  return reader.u32(at) * 2 ** 32 + reader.u32(at + 4);
}

const named = (boxes: Box[], wanted: string) => boxes.find(({ type }) => type === wanted);
