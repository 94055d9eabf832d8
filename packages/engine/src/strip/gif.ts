import type { MetadataKind } from '@gossamer/contracts/engine-report';

/** Markers of GIF blocks (GIF89a, sections 15 to 27). */
const blocks = { extension: 0x21, image: 0x2c, end: 0x3b };
const extensions = { comment: 0xfe, application: 0xff };
const headerBytes = 13;
const xmpApplication = 'XMP DataXMP';

/** Returns the types of metadata in a GIF: comments, XMP and trailing bytes. Stops at a malformed block. */
export function gifExtras(original: Uint8Array): MetadataKind[] {
  const file = Buffer.from(original.buffer, original.byteOffset, original.byteLength);
  const found: MetadataKind[] = [];
  let at = headerBytes + colorTableBytes(file[10] ?? 0);
  while (file[at] === blocks.extension || file[at] === blocks.image) {
    if (file[at] === blocks.extension) found.push(...kindsIn(file, at));
    at = afterSubBlocks(file, file[at] === blocks.extension ? at + 2 : pixelsAt(file, at));
  }
  return file[at] === blocks.end && at + 1 < file.length ? [...found, 'trailing-bytes'] : found;
}

/** Returns the types of metadata in the extension at an offset. */
function kindsIn(file: Buffer, at: number): MetadataKind[] {
  if (file[at + 1] === extensions.comment) return ['comment'];
  const isXmp = file.toString('latin1', at + 3, at + 14) === xmpApplication;
  return file[at + 1] === extensions.application && isXmp ? ['xmp'] : [];
}

/** Returns the offset of a frame's pixels, which follow its position and size, its color table and its code size. */
function pixelsAt(file: Buffer, at: number): number {
  return at + 11 + colorTableBytes(file[at + 9] ?? 0);
}

/** Returns the size in bytes of the color table that the flags declare. */
function colorTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

function afterSubBlocks(file: Buffer, start: number): number {
  let at = start;
  while (at < file.length && file[at] !== 0) at += 1 + (file[at] ?? 0);
  return at + 1;
}
