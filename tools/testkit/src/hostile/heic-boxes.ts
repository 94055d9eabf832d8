type Place = { start: number; end: number };

/** Types of HEIC boxes that contain other boxes, with the number of bytes before the first inner box. */
const folders = new Map([
  ['meta', 4],
  ['iprp', 0],
  ['ipco', 0],
  ['iref', 4],
]);

/** Returns the nth box of a type, preceded by the boxes that contain it, outermost first. */
function pathTo(file: Buffer, type: string, nth: number): Place[] | undefined {
  let left = nth;
  const search = (start: number, end: number): Place[] | undefined => {
    for (let at = start; at + 8 <= end; at += file.readUInt32BE(at)) {
      const place = { start: at, end: at + file.readUInt32BE(at) };
      const found = file.toString('latin1', at + 4, at + 8);
      if (found === type && left-- === 0) return [place];
      const before = folders.get(found);
      const below = before === undefined ? undefined : search(at + 8 + before, place.end);
      if (below) return [place, ...below];
    }
    return undefined;
  };
  return search(0, file.length);
}

/**
 * Shifts the data offsets in an `iloc` box. Supports only the variant used in the fixtures: version 0, 32-bit numbers
 * and one extent per item.
 */
function moveData(file: Buffer, byBytes: number): void {
  const items = file.indexOf('iloc', 0, 'latin1') + 12;
  if (file.readUInt16BE(items - 4) !== 0x4400 || file[items - 8] !== 0)
    throw new Error('unsupported iloc box');
  for (let item = 0; item < file.readUInt16BE(items - 2); item++) {
    const at = items + item * 14 + 6;
    file.writeUInt32BE(file.readUInt32BE(at) + byBytes, at);
  }
}

/**
 * Returns a HEIC file with a changed payload in the nth box of a type. Updates the sizes of the enclosing boxes and the
 * offsets of the coded data that follows.
 */
export function withPayload(
  file: Buffer,
  type: string,
  change: (payload: Buffer) => Buffer,
  nth = 0,
): Buffer {
  const path = pathTo(file, type, nth);
  const box = path?.at(-1);
  if (!path || !box) throw new Error(`missing ${type} box`);
  const payload = change(Buffer.from(file.subarray(box.start + 8, box.end)));
  const grownBytes = payload.length - (box.end - box.start - 8);
  const changed = Buffer.concat([file.subarray(0, box.start + 8), payload, file.subarray(box.end)]);
  for (const { start, end } of path) changed.writeUInt32BE(end - start + grownBytes, start);
  if (grownBytes !== 0) moveData(changed, grownBytes);
  return changed;
}
